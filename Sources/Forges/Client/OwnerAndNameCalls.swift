// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

// The calls that GitHub and Gitea have in common.

/// `GET /repos/{owner}/{repo}/issues/comments/{id}`
struct CommentCall<API: OwnerAndNameAPI>: ForgeResource {
  typealias Model = ForgeComment

  let api: API
  let id: Int

  var request: HTTPRequest { api.request(.get, "issues", "comments", "\(id)") }
}

/// `POST /repos/{owner}/{repo}/issues/{number}/comments`
struct CreateCommentCall<API: OwnerAndNameAPI>: ForgeResource {
  typealias Model = ForgeComment

  let api: API
  let number: Int
  let text: String

  var request: HTTPRequest { api.request(.post, "issues", "\(number)", "comments") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}

/// `DELETE /repos/{owner}/{repo}/issues/comments/{id}`
struct DeleteCommentCall<API: OwnerAndNameAPI>: HTTPResource, StatusResource {
  let api: API
  let id: Int

  var request: HTTPRequest { api.request(.delete, "issues", "comments", "\(id)") }
}

/// `PATCH /repos/{owner}/{repo}/issues/comments/{id}`
struct UpdateCommentCall<API: OwnerAndNameAPI>: ForgeResource {
  typealias Model = ForgeComment

  let api: API
  let id: Int
  let text: String

  var request: HTTPRequest { api.request(.patch, "issues", "comments", "\(id)") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}

/// `GET /repos/{owner}/{repo}`
struct RepositoryCall<API: OwnerAndNameAPI>: ForgeResource {
  typealias Model = ForgeRepository

  let api: API

  var request: HTTPRequest { api.request() }
}

/// `GET /user`: the account of the token
struct CurrentUserCall<API: OwnerAndNameAPI>: ForgeResource {
  typealias Model = ForgeComment.Author

  let api: API

  var request: HTTPRequest { api.request(.get, segments: ["user"], query: [:]) }
}

/// `GET /repos/{owner}/{repo}/collaborators/{username}/permission`: the permission of an account in the repository
struct PermissionCall<API: OwnerAndNameAPI>: ForgeResource {
  typealias Model = CollaboratorPermission

  let api: API
  let login: String

  var request: HTTPRequest { api.request(.get, "collaborators", login, "permission") }
}
