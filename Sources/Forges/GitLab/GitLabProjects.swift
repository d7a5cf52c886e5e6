// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

extension GitLabAPI {
  /// `GET /projects/{id}`
  func project() -> ForgeCall<GitLabProject> { call() }

  func defaultBranch() -> ForgeCall<String?> { project().map(\.defaultBranch) }

  /// `GET /projects/{id}/repository/branches/{branch}`: the commit of a branch
  func branch(_ name: String) -> ForgeCall<ForgeBranch> { call(.get, "repository", "branches", name) }

  /// `GET /user`: the account of the token
  func currentUser() -> ForgeCall<ForgeComment.Author> {
    ForgeCall(request(.get, segments: ["user"])).map { (user: GitLabUser) in user.author }
  }

  /// `GET /projects/{id}/members/all`: the members whose names contain a text, including inherited and invited ones;
  /// only an exact match counts
  func permissions(of account: String) -> ForgeCall<ForgeList<Permission>> {
    list("members", "all", query: ["query": account]).map { (page: ForgeList<GitLabMember>) in
      let levels = page.map { Login.isSame($0.username, account) ? $0.level : .none }
      return ForgeList(elements: levels, skipped: page.skipped)
    }
  }
}

struct GitLabProject: Decodable, Sendable {
  let pathWithNamespace: String
  let httpUrlToRepo: String
  /// `null` while the project is empty.
  let defaultBranch: String?
}

struct GitLabUser: Decodable, Sendable {
  let id: Int
  let username: String

  var author: ForgeComment.Author { ForgeComment.Author(login: username, id: id, type: nil) }
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

/// A project in the lists of GitLab.
struct ProjectEntry: Decodable, Sendable {
  struct Origin: Decodable, Sendable {}

  struct Access: Decodable, Sendable {
    let accessLevel: Int
  }

  struct Permissions: Decodable, Sendable {
    let projectAccess: Access?
    let groupAccess: Access?
  }

  let pathWithNamespace: String
  let archived: Bool?
  let forkedFromProject: Origin?
  let permissions: Permissions?

  /// GitLab's role Developer.
  private static let developer = 30

  var listed: ListedRepository {
    // Both are missing for an account that is a member of a parent group only.
    let levels = [permissions?.projectAccess, permissions?.groupAccess].compactMap { $0?.accessLevel }
    return ListedRepository(
      pathWithNamespace, isArchived: archived ?? false, isFork: forkedFromProject != nil,
      mayWrite: levels.max().map { $0 >= Self.developer })
  }
}
