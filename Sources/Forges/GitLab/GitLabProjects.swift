// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

extension GitLabAPI {
  /// `GET /projects/{id}`
  func project() -> ForgeCall<GitLabProject> { call() }

  func defaultBranch() -> ForgeCall<String?> { project().map(\.defaultBranch) }

  /// `GET /projects/{id}`: the visibility of the project and of its parts
  func visibility() -> ForgeCall<RepositoryVisibility> { call().map(\GitLabAccessLevels.repositoryVisibility) }

  /// `GET /projects/{id}/repository/branches/{branch}`: the commit of a branch
  func branch(_ name: String) -> ForgeCall<ForgeBranch> { call(.get, "repository", "branches", name) }

  /// `GET /user`: the account of the token
  func currentUser() -> ForgeCall<ForgeComment.Author> {
    ForgeCall(request(.get, segments: ["user"])).map { (user: GitLabUser) in user.author }
  }

  /// `GET /projects/{id}/members/all`: the members whose names contain a text, including inherited and invited ones;
  /// only an exact match counts
  func permissions(of account: String) -> ForgeCall<[Permission]> {
    list("members", "all", query: ["query": account]).each { (member: GitLabMember) in
      Login.isSame(member.username, account) ? member.level : Permission.none
    }
  }
}

struct GitLabProject: Decodable, Sendable {
  let pathWithNamespace: String
  let httpUrlToRepo: String
  /// `null` while the project is empty.
  let defaultBranch: String?
}

/// The visibility of a project and of its parts, which can be less than the project's.
///
/// Source: https://docs.gitlab.com/api/projects/#get-a-single-project
private struct GitLabAccessLevels: Decodable, Sendable {
  /// `public`, `internal` or `private`.
  let visibility: String?
  /// `enabled` for everyone with access to the project, `private` for members, or `disabled`; also in the others.
  let repositoryAccessLevel: String?
  let mergeRequestsAccessLevel: String?
  let buildsAccessLevel: String?
  /// Whether accounts that are not members may read the logs of jobs.
  let publicJobs: Bool?

  /// Values that are missing or unknown count as restrictions.
  var repositoryVisibility: RepositoryVisibility {
    let levels = [repositoryAccessLevel, mergeRequestsAccessLevel, buildsAccessLevel]
    let isPublic =
      visibility == "public" && publicJobs == true && levels.allSatisfy { $0 == "enabled" || $0 == "public" }
    return isPublic ? .everyone : .members
  }
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
  /// Owner. Below Reporter, an account cannot read all of a private project's code, merge requests and logs of jobs.
  ///
  /// Source: https://docs.gitlab.com/user/permissions/#project-permissions
  var level: Permission {
    guard state ?? "active" == "active", membershipState ?? "active" == "active" else { return .none }
    return switch accessLevel {
    case 40...: .admin
    case 30...: .write
    case 20...: .read
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
