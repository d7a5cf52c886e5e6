// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading

/// `POST /repos/{owner}/{repo}/pulls/{index}/reviews`: a review with comments on lines
struct CreateGiteaReviewCall: ForgeResource {
  typealias Model = GiteaReview

  let api: GiteaAPI
  let number: Int
  let review: GiteaNewReview

  var request: HTTPRequest { api.request(.post, "pulls", "\(number)", "reviews") }
  var body: RequestBody { get throws { try .json(review) } }
}

/// `DELETE /repos/{owner}/{repo}/pulls/{index}/reviews/{id}`
struct DeleteGiteaReviewCall: HTTPResource, StatusResource {
  let api: GiteaAPI
  let number: Int
  let id: Int

  var request: HTTPRequest { api.request(.delete, "pulls", "\(number)", "reviews", "\(id)") }
}

/// A review that only comments.
struct GiteaNewReview: Encodable, Hashable, Sendable {
  /// A comment on one line of the head's side.
  struct LineComment: Encodable, Hashable, Sendable {
    let path: String
    let body: String
    let newPosition: Int
  }

  let commitId: String
  let body: String
  let event = "COMMENT"
  let comments: [LineComment]

  init(commit: CommitID, body: String, comments: [LineComment]) {
    commitId = commit.hex
    self.body = body
    self.comments = comments
  }
}

struct GiteaReview: Decodable, Hashable, Sendable {
  let id: Int
  let body: String?
  let state: String
  let user: ForgeComment.Author?
}

/// `GET /repos/{owner}/{repo}/pulls/{index}/reviews`
struct ListGiteaReviewsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GiteaReview>

  let api: GiteaAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "pulls", "\(number)", "reviews", query: ["limit": "\(GiteaLimits.pageSize)"])
  }
}

/// `GET /repos/{owner}/{repo}/pulls/{index}/reviews/{id}/comments`: the comments on lines of one review, without pages
struct ListGiteaReviewCommentsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<ForgeComment>

  let api: GiteaAPI
  let number: Int
  let review: Int

  var request: HTTPRequest { api.request(.get, "pulls", "\(number)", "reviews", "\(review)", "comments") }
}
