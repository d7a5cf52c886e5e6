// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ResourceLoading
import ReviewContract

extension GitHubAPI {
  /// The maximum number of comments of one review, which are one request. More are a burden for the reader.
  private static let reviewComments = 50

  func remarks(
    on number: Int, by account: Account, _ marker: CommentMarker, through service: any ResourceService
  ) async throws(LoadingError) -> PostedRemarks {
    let mark = LineMark(marker)
    var posted = PostedRemarks()
    for review in try await service.elements(of: ListReviewsCall(api: self, number: number)) {
      guard account.wrote(review.user), let found = mark.review(in: review.body) else { continue }
      posted.addReview(review.id, head: found.head, marks: found.marks)
    }
    for comment in try await service.elements(of: ListReviewCommentsCall(api: self, number: number)) {
      posted.add(comment, by: account, mark)
    }
    return posted
  }

  func version(of number: Int, at commit: CommitID, through service: any ResourceService) async throws(LoadingError) {}

  func writes(_ remarks: [LineReview.Remark], of publication: Publication, _ version: Void) -> [LineReviewWrite] {
    let shown = remarks.prefix(Self.reviewComments)
    let comments = shown.map { remark in
      GitHubLineComment(path: remark.path, lines: remark.lines, text: remark.text(publication))
    }
    let review = GitHubNewReview(
      commit: publication.commit, body: LineMark(publication.marker).reviewText(publication.commit, shown, of: remarks),
      comments: comments)
    return [LineReviewWrite(CreateReviewCall(api: self, number: publication.pullRequest, review: review))]
  }

  func settling(_ remark: PostedRemarks.Remark, of publication: Publication) -> LineReviewWrite? {
    LineReviewWrite(UpdateReviewCommentCall(api: self, id: remark.id, text: remark.fixedText(publication)))
  }

  /// GitHub can delete comments, but not a submitted review.
  func removing(_ duplicate: PostedRemarks.Duplicate, of publication: Publication) -> LineReviewWrite {
    switch duplicate {
    case .remark(let id): return LineReviewWrite(DeleteReviewCommentCall(api: self, id: id))
    case .review(let id):
      let line = LineMark(publication.marker).line(ofReview: publication.commit, [])
      return LineReviewWrite(
        UpdateReviewCall(
          api: self, number: publication.pullRequest, id: id,
          text: "\(line)\nThe same remarks are in another review, which was written at the same time."))
    }
  }
}

extension GiteaAPI {
  private static let reviewComments = 50

  /// Gitea lists comments at lines only for each review: the marks are read from the reviews.
  func remarks(
    on number: Int, by account: Account, _ marker: CommentMarker, through service: any ResourceService
  ) async throws(LoadingError) -> PostedRemarks {
    let mark = LineMark(marker)
    var posted = PostedRemarks()
    for review in try await service.elements(of: ListGiteaReviewsCall(api: self, number: number)) {
      guard account.wrote(review.user), let found = mark.review(in: review.body ?? "") else { continue }
      posted.addReview(review.id, head: found.head, marks: found.marks)
    }
    return posted
  }

  func version(of number: Int, at commit: CommitID, through service: any ResourceService) async throws(LoadingError) {}

  func writes(_ remarks: [LineReview.Remark], of publication: Publication, _ version: Void) -> [LineReviewWrite] {
    let shown = remarks.prefix(Self.reviewComments)
    let comments = shown.map { remark in
      GiteaNewReview.LineComment(
        path: remark.path, body: remark.text(publication), newPosition: remark.lines.upperBound)
    }
    let review = GiteaNewReview(
      commit: publication.commit, body: LineMark(publication.marker).reviewText(publication.commit, shown, of: remarks),
      comments: comments)
    return [LineReviewWrite(CreateGiteaReviewCall(api: self, number: publication.pullRequest, review: review))]
  }

  func openRemarks(
    ofReview id: Int, on number: Int, by account: Account, _ marker: CommentMarker,
    through service: any ResourceService
  ) async throws(LoadingError) -> [PostedRemarks.Remark] {
    let mark = LineMark(marker)
    var posted = PostedRemarks()
    for comment in try await service.elements(of: ListGiteaReviewCommentsCall(api: self, number: number, review: id)) {
      posted.add(comment, by: account, mark)
    }
    return posted.open
  }

  /// Gitea changes comments at lines by the call for comments of the conversation.
  func settling(_ remark: PostedRemarks.Remark, of publication: Publication) -> LineReviewWrite? {
    LineReviewWrite(UpdateCommentCall(api: self, id: remark.id, text: remark.fixedText(publication)))
  }

  /// Only reviews are listed, and a review is deleted with its comments.
  func removing(_ duplicate: PostedRemarks.Duplicate, of publication: Publication) -> LineReviewWrite {
    switch duplicate {
    case .remark(let id), .review(let id):
      LineReviewWrite(DeleteGiteaReviewCall(api: self, number: publication.pullRequest, id: id))
    }
  }
}

extension GitLabAPI {
  /// The maximum number of discussions of one review: each is a request and a mail.
  private static let discussions = 20

  func remarks(
    on number: Int, by account: Account, _ marker: CommentMarker, through service: any ResourceService
  ) async throws(LoadingError) -> PostedRemarks {
    let mark = LineMark(marker)
    var posted = PostedRemarks()
    for discussion in try await service.elements(of: ListDiscussionsCall(api: self, number: number)) {
      guard let note = discussion.notes.first, !note.system, account.wrote(note.comment), let body = note.body,
        let found = mark.remark(in: body)
      else { continue }
      posted.add(
        .init(id: note.id, discussion: discussion.id, mark: found.mark, text: body), isClosed: note.resolved == true)
    }
    return posted
  }

  /// `nil` when the newest version is of another commit, because its lines differ.
  func version(
    of number: Int, at commit: CommitID, through service: any ResourceService
  ) async throws(LoadingError) -> GitLabVersion? {
    let newest = try await service.elements(of: ListVersionsCall(api: self, number: number)).first
    return newest?.headCommitSha == commit.hex ? newest : nil
  }

  func writes(
    _ remarks: [LineReview.Remark], of publication: Publication, _ version: GitLabVersion?
  ) -> [LineReviewWrite] {
    guard let version else { return [] }
    return remarks.prefix(Self.discussions).map { remark in
      // GitLab's range is relative to the line of the note: no lines above it, the rest below.
      let range = remark.hasCommandLine ? nil : ":-0+\(remark.lines.count - 1)"
      let text = remark.text(publication, range: range)
      return LineReviewWrite(
        CreateDiscussionCall(
          api: self, number: publication.pullRequest, text: self.text(text),
          position: GitLabPosition(version, path: remark.path, line: remark.lines.lowerBound)))
    }
  }

  func settling(_ remark: PostedRemarks.Remark, of publication: Publication) -> LineReviewWrite? {
    remark.discussion.map {
      LineReviewWrite(ResolveDiscussionCall(api: self, number: publication.pullRequest, id: $0))
    }
  }

  func removing(_ duplicate: PostedRemarks.Duplicate, of publication: Publication) -> LineReviewWrite {
    switch duplicate {
    case .remark(let id), .review(let id):
      LineReviewWrite(DeleteNoteCall(api: self, number: publication.pullRequest, id: id))
    }
  }
}

extension LineMark {
  /// Returns the text of the review itself.
  fileprivate func reviewText(
    _ commit: CommitID, _ shown: ArraySlice<LineReview.Remark>, of all: [LineReview.Remark]
  ) -> String {
    let count = "\(shown.count) remark\(shown.count == 1 ? "" : "s") on `\(commit.short)`"
    let rest = all.count > shown.count ? "; \(all.count - shown.count) more are in the report" : ""
    return "\(line(ofReview: commit, shown.map(\.mark)))\n\(count)\(rest)."
  }
}

extension LineReview.Remark {
  /// Whether a line of the replacement could be a GitLab quick action; escaped, the replacement would be another text.
  fileprivate var hasCommandLine: Bool {
    replacement?.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("/") } == true
  }
}

extension PostedRemarks {
  /// Adds a comment if it is ours.
  fileprivate mutating func add(_ comment: ForgeComment, by account: Account, _ mark: LineMark) {
    guard account.wrote(comment), let body = comment.body, let found = mark.remark(in: body) else { return }
    add(.init(id: comment.id, mark: found.mark, text: LineMark.content(of: body)), isClosed: found.isFixed)
  }
}

extension PostedRemarks.Remark {
  /// Returns the text of a fixed comment, on a forge without threads to resolve.
  fileprivate func fixedText(_ publication: Publication) -> String {
    let line = LineMark(publication.marker).line(of: mark, isFixed: true)
    return "\(line)\nFixed in \(publication.commit.hex).\n\n\(text)"
  }
}

extension Account {
  fileprivate func wrote(_ author: ForgeComment.Author?) -> Bool {
    wrote(ForgeComment(id: 0, body: nil, user: author))
  }
}
