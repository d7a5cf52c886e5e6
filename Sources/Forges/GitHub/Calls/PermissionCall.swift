// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/collaborators/{username}/permission`: the permission of an account in the repository
struct PermissionCall: ForgeResource {
  typealias Model = CollaboratorPermission

  let api: GitHubAPI
  let login: String

  var request: HTTPRequest { api.request(.get, "collaborators", login, "permission") }
}
