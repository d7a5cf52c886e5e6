// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// A comment on lines of the head's side of a change.
struct GitHubLineComment: Encodable, Hashable, Sendable {
  let path: String
  let body: String
  let line: Int
  let side = "RIGHT"
  /// Less than `line`; `nil` for a comment on one line, for which GitHub rejects it.
  let startLine: Int?
  let startSide: String?

  /// - Parameter text: Markdown.
  init(path: String, lines: ClosedRange<Int>, text: String) {
    self.path = path
    body = text
    line = lines.upperBound
    startLine = lines.count > 1 ? lines.lowerBound : nil
    startSide = lines.count > 1 ? "RIGHT" : nil
  }
}

extension GitHubAPI {
  /// `PATCH /repos/{owner}/{repo}/pulls/comments/{id}`: changes a comment on lines
  func change(lineComment id: Int, to text: String) -> ForgeCall<ForgeComment> {
    call(.patch, "pulls", "comments", "\(id)", body: ["body": text])
  }

  /// `DELETE /repos/{owner}/{repo}/pulls/comments/{id}`
  func removal(lineComment id: Int) -> ForgeCall<Void> { deletion("pulls", "comments", "\(id)") }

  /// `PUT /repos/{owner}/{repo}/pulls/{number}/reviews/{review_id}`: changes the text of a review
  func change(review id: Int, to text: String, on number: Int) -> ForgeCall<ForgeReview> {
    call(.put, "pulls", "\(number)", "reviews", "\(id)", body: ["body": text])
  }

  /// `GET /repos/{owner}/{repo}/pulls/{number}/comments`: the comments on lines, of all reviews
  func lineComments(on number: Int) -> ForgeCall<[ForgeComment]> { list("pulls", "\(number)", "comments") }

  func lineComment(_ remark: LineReview.Remark, of publication: Publication) -> GitHubLineComment {
    GitHubLineComment(path: remark.path, lines: remark.lines, text: remark.text(publication))
  }

  func remarks(
    on pullRequest: ForgePullRequest<Self>, by account: Account, _ mark: LineMark
  ) async throws(ForgeError) -> PostedRemarks {
    var posted = try await pullRequest.postedReviews(by: account, mark)
    let comments = pullRequest.relation(lineComments(on: pullRequest.number), "the comments at lines")
    for comment in try await comments.elements() { posted.add(comment, by: account, mark) }
    return posted
  }

  func settling(_ remark: PostedRemarks.Remark, of publication: Publication) -> ForgeCall<Void>? {
    change(lineComment: remark.id, to: remark.fixedText(publication)).map { _ in }
  }

  /// GitHub can delete comments, but not a submitted review.
  func removing(_ duplicate: PostedRemarks.Duplicate, of publication: Publication) -> ForgeCall<Void> {
    switch duplicate {
    case .remark(let id): return removal(lineComment: id)
    case .review(let id):
      let line = LineMark(publication.marker).line(ofReview: publication.commit, [])
      let text = "\(line)\nThe same remarks are in another review, which was written at the same time."
      return change(review: id, to: text, on: publication.pullRequest).map { _ in }
    }
  }
}
