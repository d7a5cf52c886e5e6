// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}`
struct GiteaRepositoryCall: ForgeResource {
  typealias Model = ForgeRepository

  let api: GiteaAPI

  var request: HTTPRequest { api.request() }
}

/// `GET /repos/{owner}/{repo}/branches/{branch}`: what a branch points to
struct GiteaBranchCall: ForgeResource {
  typealias Root = GiteaBranch
  typealias Model = ForgeBranch

  let api: GiteaAPI
  let branch: String

  var request: HTTPRequest { api.request(.get, "branches", branch) }

  func model(mappedFrom root: GiteaBranch) throws -> ForgeBranch {
    ForgeBranch(name: root.name, commit: root.commit.id)
  }
}

struct GiteaBranch: Decodable, Sendable {
  struct Commit: Decodable, Sendable {
    let id: String
  }

  let name: String
  let commit: Commit
}

/// `GET /user`: whose token it is
struct GiteaUserCall: ForgeResource {
  typealias Model = ForgeComment.Author

  let api: GiteaAPI

  var request: HTTPRequest { api.request(.get, segments: ["user"]) }
}

/// `GET /repos/{owner}/{repo}/collaborators/{collaborator}/permission`: the permission of an account in the repository,
/// which only the repository's administrators can read
struct GiteaPermissionCall: ForgeResource {
  typealias Model = CollaboratorPermission

  let api: GiteaAPI
  let login: String

  var request: HTTPRequest { api.request(.get, "collaborators", login, "permission") }
}
