// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// One repository in the API of Gitea or Forgejo.
struct GiteaAPI: OwnerAndNameAPI {
  static let description = ForgeDescription.gitea
  static let pageParameter = (name: "limit", size: GiteaLimits.pageSize)
  static let fields: HTTPFields = [.accept: "application/json"]
  static let commentCharacters = GiteaLimits.commentCharacters
  static let statusCharacters = GiteaLimits.statusDescriptionCharacters
  static let publicRate = WriteRate.shared
  static let openPullRequestsOrder = ["sort": "recentupdate"]
  static let repositoriesOrder: [String: String] = [:]

  let base: HTTPAddress
  let repository: RepositoryName
  let userAgent: String

  static func field(_ token: Secret) -> HTTPField { .secret(.authorization, "token \(token.reveal())") }

  /// `GET /repos/{owner}/{repo}/issues/{index}/comments`: all of them, without pages
  func comments(on number: Int) -> ForgeCall<[ForgeComment]> {
    call(.get, "issues", "\(number)", "comments").map(\LossyList.elements)
  }

  /// `GET /repos/{owner}/{repo}/branches/{branch}`: the commit of a branch
  func branch(_ name: String) -> ForgeCall<ForgeBranch> { call(.get, "branches", name) }

  /// `POST /repos/{owner}/{repo}/statuses/{sha}`
  func newStatus(_ status: CommitStatus, of commit: CommitID) -> ForgeCall<CommitStatus> {
    call(.post, "statuses", commit.hex, body: status).map { (status: GiteaStatus) in status.commitStatus }
  }

  /// `GET /repos/{owner}/{repo}/commits/{ref}/statuses`, the newest first
  func statuses(of commit: CommitID, named name: String) -> ForgeCall<[CommitStatus]> {
    list("commits", commit.hex, "statuses", query: ["sort": "recentupdate"])
      // Gitea orders by whole seconds; within a second the number determines the order.
      .map { (page: [GiteaStatus]) in page.sorted { $0.id > $1.id }.map(\.commitStatus) }
  }
}

private struct GiteaStatus: Decodable, Sendable {
  let id: Int
  let context: String
  let status: String
  let description: String?
  let targetUrl: String?
  /// `null` when the account was deleted.
  let creator: ForgeComment.Author?

  var commitStatus: CommitStatus {
    CommitStatus(state: status, context: context, description: description, targetUrl: targetUrl, creator: creator)
  }
}

/// The limits of Gitea and Forgejo, each with its source.
enum GiteaLimits {
  /// `MAX_RESPONSE_ITEMS` of the section `api` in Gitea's configuration: the default number of items of a page.
  static let pageSize = 50
  /// Our limit: neither documents one. Comments are written for every forge within GitHub's limit.
  static let commentCharacters = 65_536
  /// Our limit: neither documents one, and the page shows one line.
  static let statusDescriptionCharacters = 140
}
