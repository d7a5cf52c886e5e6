// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// A new review that only comments: approvals and requests for changes are left to people.
struct ForgeNewReview<LineComment: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  let commitId: String
  let body: String
  let event = "COMMENT"
  let comments: [LineComment]
}

/// An existing review.
struct ForgeReview: Decodable, Hashable, Sendable {
  let id: Int
  let body: String?
  /// `null` when the account was deleted.
  let user: ForgeComment.Author?
}

/// The maximum number of comments of one review, which are one request. More are a burden for the reader.
private let reviewComments = 50

extension OwnerAndNameAPI {
  /// `GET /repos/{owner}/{repo}/pulls/{number}/reviews`
  func reviews(on number: Int) -> ForgeCall<[ForgeReview]> { list("pulls", "\(number)", "reviews") }

  /// `POST /repos/{owner}/{repo}/pulls/{number}/reviews`: a review with comments on lines, all or nothing
  func newReview(_ review: ForgeNewReview<LineComment>, on number: Int) -> ForgeCall<ForgeReview> {
    call(.post, "pulls", "\(number)", "reviews", body: review)
  }

  func writes(
    _ remarks: [LineReview.Remark], of publication: Publication, on pullRequest: ForgePullRequest<Self>
  ) -> [ForgeCall<Void>] {
    let shown = remarks.prefix(reviewComments)
    let review = ForgeNewReview(
      commitId: publication.commit.hex,
      body: LineMark(publication.marker).reviewText(publication.commit, shown, of: remarks),
      comments: shown.map { lineComment($0, of: publication) })
    return [newReview(review, on: pullRequest.number).map { _ in }]
  }
}

extension ForgePullRequest where API: OwnerAndNameAPI {
  var reviews: Relation<[ForgeReview]> { relation(api.reviews(on: number), "the reviews") }

  /// Returns what the texts of our reviews say about their remarks.
  func postedReviews(by account: Account, _ mark: LineMark) async throws(ForgeError) -> PostedRemarks {
    var posted = PostedRemarks()
    for review in try await reviews.elements() {
      guard account.isSame(as: review.user), let found = mark.review(in: review.body ?? "") else { continue }
      posted.addReview(review.id, head: found.head, marks: found.marks)
    }
    return posted
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

extension PostedRemarks {
  /// Adds a comment if it is ours.
  mutating func add(_ comment: ForgeComment, by account: Account, _ mark: LineMark) {
    guard account.wrote(comment), let body = comment.body, let found = mark.remark(in: body) else { return }
    add(.init(id: comment.id, mark: found.mark, text: LineMark.content(of: body)), isClosed: found.isFixed)
  }
}

extension PostedRemarks.Remark {
  /// Returns the text of a fixed comment, on a forge without threads to resolve.
  func fixedText(_ publication: Publication) -> String {
    let line = LineMark(publication.marker).line(of: mark, isFixed: true)
    return "\(line)\nFixed in \(publication.commit.hex).\n\n\(text)"
  }
}
