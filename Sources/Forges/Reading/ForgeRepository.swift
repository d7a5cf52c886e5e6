// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

/// A repository on a forge, and what belongs to it.
struct ForgeRepository<API: ForgeAPI>: Sendable {
  let api: API
  let service: any ResourceService

  func pullRequest(_ number: Int) -> ForgePullRequest<API> { ForgePullRequest(repository: self, number: number) }

  /// - Parameter purpose: the failed action, for errors.
  func relation<Model>(_ call: ForgeCall<Model>, _ purpose: String) -> Relation<Model> {
    Relation(call: call, purpose: purpose, forge: API.forge, service: service)
  }
}

extension ForgeRepository where API: InspectionAPI {
  var openPullRequests: Relation<[OpenPullRequest?]> {
    relation(api.openPullRequests(), "cannot list the open pull requests of \(api.repository)")
  }

  var defaultBranch: Relation<String?> {
    relation(api.defaultBranch(), "cannot read the repository \(api.repository)")
  }

  var visibility: Relation<RepositoryVisibility> {
    relation(api.visibility(), "cannot read the visibility of the repository \(api.repository)")
  }

  func branch(_ name: String) -> Relation<ForgeBranch> {
    relation(api.branch(name), "cannot read the branch \(name) of \(api.repository)")
  }

  func permissions(of account: String) -> Relation<[Permission]> {
    relation(api.permissions(of: account), "cannot read the permission of \(account) for \(api.repository)")
  }
}

extension ForgeRepository where API: ConversationAPI {
  /// The account of the token.
  func currentUser(_ purpose: String = "cannot read the account of the token") -> Relation<ForgeComment.Author> {
    relation(api.currentUser(), purpose)
  }
}

/// A pull request on a forge, and what belongs to it.
struct ForgePullRequest<API: ForgeAPI>: Sendable {
  let repository: ForgeRepository<API>
  let number: Int

  var api: API { repository.api }

  /// Returns the relation of a part; `nil` for the pull request itself.
  func relation<Model>(_ call: ForgeCall<Model>, _ part: String? = nil) -> Relation<Model> {
    repository.relation(call, "cannot read \(part.map { "\($0) of " } ?? "")\(api.subject(number))")
  }
}

extension ForgePullRequest where API: ConversationAPI {
  var comments: Relation<[ForgeComment]> { relation(api.comments(on: number), "the comments") }
}

extension ForgePullRequest where API: InspectionAPI {
  func comment(_ id: Int) -> Relation<ForgeComment?> {
    repository.relation(api.comment(id, on: number), "cannot read the comment \(id) of \(api.repository)#\(number)")
  }
}
