// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/collaborators/{collaborator}/permission`: the permission of an account in the repository, which only
/// the repository's administrators can read
struct GiteaPermissionCall: ForgeResource {
  typealias Model = CollaboratorPermission

  let api: GiteaAPI
  let login: String

  var request: HTTPRequest { api.request(.get, "collaborators", login, "permission") }
}
