// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `POST /repos/{owner}/{repo}/issues/{index}/comments`
struct CreateGiteaCommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GiteaAPI
  let number: Int
  let text: String

  var request: HTTPRequest { api.request(.post, "issues", "\(number)", "comments") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}

/// `DELETE /repos/{owner}/{repo}/issues/comments/{id}`
struct DeleteGiteaCommentCall: HTTPResource, StatusResource {
  let api: GiteaAPI
  let id: Int

  var request: HTTPRequest { api.request(.delete, "issues", "comments", "\(id)") }
}

/// `GET /repos/{owner}/{repo}/issues/comments/{id}`
struct GiteaCommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GiteaAPI
  let id: Int

  var request: HTTPRequest { api.request(.get, "issues", "comments", "\(id)") }
}

/// `GET /repos/{owner}/{repo}/issues/{index}/comments`: all of them, there are no pages
struct ListGiteaCommentsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<ForgeComment>

  let api: GiteaAPI
  let number: Int

  var request: HTTPRequest { api.request(.get, "issues", "\(number)", "comments") }
}

/// `PATCH /repos/{owner}/{repo}/issues/comments/{id}`
struct UpdateGiteaCommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GiteaAPI
  let id: Int
  let text: String

  var request: HTTPRequest { api.request(.patch, "issues", "comments", "\(id)") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}
