// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/issues/comments/{id}`
struct CommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GitHubAPI
  let id: Int

  var request: HTTPRequest { api.request(.get, "issues", "comments", "\(id)") }
}

/// `POST /repos/{owner}/{repo}/issues/{number}/comments`
struct CreateCommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GitHubAPI
  let number: Int
  let text: String

  var request: HTTPRequest { api.request(.post, "issues", "\(number)", "comments") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}

/// `DELETE /repos/{owner}/{repo}/issues/comments/{id}`
struct DeleteCommentCall: HTTPResource, StatusResource {
  let api: GitHubAPI
  let id: Int

  var request: HTTPRequest { api.request(.delete, "issues", "comments", "\(id)") }
}

/// `GET /repos/{owner}/{repo}/issues/{number}/comments`
struct ListCommentsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<ForgeComment>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "issues", "\(number)", "comments", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}

/// `PATCH /repos/{owner}/{repo}/issues/comments/{id}`
struct UpdateCommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GitHubAPI
  let id: Int
  let text: String

  var request: HTTPRequest { api.request(.patch, "issues", "comments", "\(id)") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}
