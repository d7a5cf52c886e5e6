// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// `POST /repos/{owner}/{repo}/pulls/{number}/reviews`: a review with comments at lines, all or nothing
struct CreateReviewCall: ForgeResource {
  typealias Model = GitHubReview

  let api: GitHubAPI
  let number: Int
  let review: GitHubNewReview

  var request: HTTPRequest { api.request(.post, "pulls", "\(number)", "reviews") }
  var body: RequestBody { get throws { try .json(review) } }
}

/// A review that only comments: approving and asking for changes is for people.
struct GitHubNewReview: Encodable, Hashable, Sendable {
  let commitId: String
  let body: String
  let event = "COMMENT"
  let comments: [GitHubLineComment]

  init(commit: CommitID, body: String, comments: [GitHubLineComment]) {
    commitId = commit.hex
    self.body = body
    self.comments = comments
  }
}

/// A review that is there.
struct GitHubReview: Decodable, Hashable, Sendable {
  let id: Int
  let body: String
  let state: String
  /// `null` when the account was deleted.
  let user: ForgeComment.Author?
}
