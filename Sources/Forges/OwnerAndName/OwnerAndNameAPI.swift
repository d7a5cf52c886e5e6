// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// The API of a forge that keeps a repository at `/repos/OWNER/NAME`, and the calls that all of them have in common.
protocol OwnerAndNameAPI: SupportedForge {
  /// A comment at lines in a new review.
  associatedtype LineComment: Encodable & Hashable & Sendable

  /// The query for a list of pull requests with the most recently changed one first.
  static var openPullRequestsOrder: [String: String] { get }
  /// The query for a list of repositories in an order that does not change between its pages.
  static var repositoriesOrder: [String: String] { get }

  func lineComment(_ remark: LineReview.Remark, of publication: Publication) -> LineComment
}

extension OwnerAndNameAPI {
  var root: [String] { ["repos", repository.owner, repository.name] }

  static func pullRequests(_ client: ForgeClient<Self>) -> any PullRequestSource {
    OwnerAndNamePullRequests(client: client)
  }

  /// `GET /user`: the account of the token
  func currentUser() -> ForgeCall<ForgeComment.Author> { ForgeCall(request(.get, segments: ["user"])) }

  /// `GET /repos/{owner}/{repo}`
  func defaultBranch() -> ForgeCall<String?> { call().map(\RepositoryObject.defaultBranch) }

  /// `GET /repos/{owner}/{repo}/collaborators/{username}/permission`: the permission of an account in the repository
  func permissions(of account: String) -> ForgeCall<[Permission]> {
    call(.get, "collaborators", account, "permission").map { (response: CollaboratorPermission) in
      [response.level(of: account)]
    }
  }

  /// `GET /repos/{owner}/{repo}/issues/comments/{id}`
  func comment(_ id: Int, on number: Int) -> ForgeCall<ForgeComment?> {
    call(.get, "issues", "comments", "\(id)").map { (comment: ForgeComment) in comment.isOn(number) ? comment : nil }
  }

  /// `POST /repos/{owner}/{repo}/issues/{number}/comments`
  func newComment(_ text: String, on number: Int) -> ForgeCall<ForgeComment> {
    call(.post, "issues", "\(number)", "comments", body: ["body": text])
  }

  /// `PATCH /repos/{owner}/{repo}/issues/comments/{id}`
  func change(_ comment: Int, to text: String, on number: Int) -> ForgeCall<ForgeComment> {
    call(.patch, "issues", "comments", "\(comment)", body: ["body": text])
  }

  /// `DELETE /repos/{owner}/{repo}/issues/comments/{id}`
  func removal(_ comment: Int, on number: Int) -> ForgeCall<Void> { deletion("issues", "comments", "\(comment)") }

  /// `GET /repos/{owner}/{repo}/pulls/{number}`
  func pullRequest(_ number: Int) -> ForgeCall<OwnerAndNamePullRequest> { call(.get, "pulls", "\(number)") }

  /// `GET /repos/{owner}/{repo}/pulls`: the open ones, the most recently changed first
  func openPullRequests() -> ForgeCall<[OpenPullRequest?]> {
    list("pulls", query: Self.openPullRequestsOrder.merging(["state": "open"]) { $1 })
      .map { (page: [OwnerAndNamePullRequest]) in page.map(\.openPullRequest) }
  }

  /// `GET /orgs/{org}/repos`
  func repositories(ofGroup owner: RepositoryOwner) -> ForgeCall<[ListedRepository]> {
    repositories(at: ["orgs", owner.name, "repos"])
  }

  /// `GET /users/{username}/repos`
  func repositories(ofUser name: String, isAccount: Bool = false) -> ForgeCall<[ListedRepository]> {
    repositories(at: ["users", name, "repos"])
  }

  func repositories(
    at segments: [String], query: [String: String] = [:]
  ) -> ForgeCall<[ListedRepository]> {
    list(segments: segments, query: query.merging(Self.repositoriesOrder) { $1 }).each(\OwnerAndNameEntry.listed)
  }
}

/// The answer about the permission of an account in a repository.
struct CollaboratorPermission: Decodable, Hashable, Sendable {
  struct User: Decodable, Hashable, Sendable {
    let login: String
  }

  /// `admin`, `write`, `read` or `none`, to which GitHub rounds finer roles down; on Gitea also `owner`.
  let permission: String
  let user: User?

  /// Returns the permission of an account; none when the response is about another account.
  func level(of account: String) -> Permission {
    if let user, !Login.isSame(user.login, account) { return .none }
    return switch permission {
    case "admin", "owner": .admin
    case "write": .write
    case "read": .read
    default: .none
    }
  }
}

private struct RepositoryObject: Decodable, Sendable {
  let defaultBranch: String?
}

/// A repository in a list.
struct OwnerAndNameEntry: Decodable, Sendable {
  struct Permissions: Decodable, Sendable {
    let push: Bool?
  }

  let fullName: String
  let archived: Bool?
  let fork: Bool?
  let permissions: Permissions?

  var listed: ListedRepository {
    ListedRepository(fullName, isArchived: archived ?? false, isFork: fork ?? false, mayWrite: permissions?.push)
  }
}
