// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// `GET /projects/{id}`
struct ProjectCall: ForgeResource {
  typealias Model = GitLabProject

  let api: GitLabAPI

  var request: HTTPRequest { api.request(.get) }
}

struct GitLabProject: Decodable, Sendable {
  let id: Int
  let pathWithNamespace: String
  let httpUrlToRepo: String
  /// `null` while the project is empty.
  let defaultBranch: String?
}

/// `GET /projects/{id}/repository/branches/{branch}`: the commit of a branch
struct GitLabBranchCall: ForgeResource {
  typealias Root = GitLabBranch
  typealias Model = ForgeBranch

  let api: GitLabAPI
  let branch: String

  var request: HTTPRequest { api.request(.get, "repository", "branches", branch) }

  func model(mappedFrom root: GitLabBranch) throws -> ForgeBranch {
    ForgeBranch(name: root.name, commit: root.commit.id)
  }
}

struct GitLabBranch: Decodable, Sendable {
  struct Commit: Decodable, Sendable {
    let id: String
  }

  let name: String
  let commit: Commit
}

/// `GET /user`: the account of the token
struct GitLabUserCall: ForgeResource {
  typealias Root = GitLabUser
  typealias Model = ForgeComment.Author

  let api: GitLabAPI

  var request: HTTPRequest { api.request(.get, segments: ["user"]) }

  func model(mappedFrom root: GitLabUser) throws -> ForgeComment.Author { root.author }
}

struct GitLabUser: Decodable, Sendable {
  let id: Int
  let username: String

  var author: ForgeComment.Author { ForgeComment.Author(login: username, id: id, type: nil) }
}

/// `GET /projects/{id}/members/all`: the members whose names contain a text, including inherited and invited ones
struct ListMembersCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitLabMember>

  let api: GitLabAPI
  let name: String

  var request: HTTPRequest {
    api.request(.get, "members", "all", query: ["per_page": "\(GitLabLimits.pageSize)", "query": name])
  }
}

struct GitLabMember: Decodable, Sendable {
  let username: String
  let accessLevel: Int
  /// `active`, or `blocked` and other states without access.
  let state: String?
  /// `awaiting` while the membership is not yet approved.
  let membershipState: String?

  /// The permission for GitLab's access level: 10 Guest, 15 Planner, 20 Reporter, 30 Developer, 40 Maintainer, 50
  /// Owner.
  var level: Permission {
    guard state ?? "active" == "active", membershipState ?? "active" == "active" else { return .none }
    return switch accessLevel {
    case 40...: .admin
    case 30...: .write
    case 10...: .read
    default: .none
    }
  }
}
