// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/collaborators/{username}/permission`: what somebody may do in the repository
struct PermissionCall: ForgeResource {
  typealias Model = GitHubPermission

  let api: GitHubAPI
  let login: String

  var request: HTTPRequest { api.request(.get, "collaborators", login, "permission") }
}

struct GitHubPermission: Decodable, Hashable, Sendable {
  /// `admin`, `write`, `read` or `none`; a finer role is given as the nearest of them.
  let permission: String

  /// Whether the person may change the repository, so that their code is trusted as much as what is there.
  var mayWrite: Bool { permission == "admin" || permission == "write" }
}
