// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// A comment on one line of the head's side.
struct GiteaLineComment: Encodable, Hashable, Sendable {
  let path: String
  let body: String
  let newPosition: Int
}

extension GiteaAPI {
  /// `DELETE /repos/{owner}/{repo}/pulls/{index}/reviews/{id}`
  func removal(review id: Int, on number: Int) -> ForgeCall<Void> {
    deletion("pulls", "\(number)", "reviews", "\(id)")
  }

  /// `GET /repos/{owner}/{repo}/pulls/{index}/reviews/{id}/comments`: the comments on lines of one review, without
  /// pages
  func lineComments(ofReview id: Int, on number: Int) -> ForgeCall<[ForgeComment]> {
    call(.get, "pulls", "\(number)", "reviews", "\(id)", "comments").map(\LossyList.elements)
  }

  func lineComment(_ remark: LineReview.Remark, of publication: Publication) -> GiteaLineComment {
    GiteaLineComment(path: remark.path, body: remark.text(publication), newPosition: remark.lines.upperBound)
  }

  /// Gitea lists comments at lines only for each review: the marks are read from the reviews.
  func remarks(
    on pullRequest: ForgePullRequest<Self>, by account: Account, _ mark: LineMark
  ) async throws(ForgeError) -> PostedRemarks {
    try await pullRequest.postedReviews(by: account, mark)
  }

  func openRemarks(
    ofReview id: Int, on pullRequest: ForgePullRequest<Self>, by account: Account, _ mark: LineMark
  ) async throws(ForgeError) -> [PostedRemarks.Remark] {
    var posted = PostedRemarks()
    let comments = pullRequest.relation(
      lineComments(ofReview: id, on: pullRequest.number), "the comments at lines")
    for comment in try await comments.elements() {
      posted.add(comment, by: account, mark)
    }
    return posted.open
  }

  /// Gitea changes comments at lines by the call for comments of the conversation.
  func settling(_ remark: PostedRemarks.Remark, of publication: Publication) -> ForgeCall<Void>? {
    change(remark.id, to: remark.fixedText(publication), on: publication.pullRequest).map { _ in }
  }

  /// Only reviews are listed, and a review is deleted with its comments.
  func removing(_ duplicate: PostedRemarks.Duplicate, of publication: Publication) -> ForgeCall<Void> {
    removal(review: duplicate.id, on: publication.pullRequest)
  }
}
