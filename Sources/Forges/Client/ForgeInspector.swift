// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// A reader of one repository through a forge's API.
struct ForgeInspector<API: SupportedForge>: RepositoryInspector {
  let client: ForgeClient<API>

  func openPullRequests() async throws(ForgeError) -> [OpenPullRequest] {
    let purpose = "cannot list the open pull requests of \(client.api.repository)"
    try await client.prepare()
    // A page can have as few as one item: the forge's operator sets its size.
    let pages = client.service().pages(of: client.api.openPullRequests(), limit: OpenPullRequest.listLimit)
    var found: [OpenPullRequest] = []
    // A pull request that changes while the list is read moves to its front, so that others are listed twice.
    var numbers: Set<Int> = []
    do throws(LoadingError) {
      for try await page in pages {
        for pullRequest in page.lazy.compactMap(\.self) where numbers.insert(pullRequest.number).inserted {
          found.append(pullRequest)
          if found.count == OpenPullRequest.listLimit { return found }
        }
      }
    } catch {
      throw ForgeError(error, purpose: purpose, forge: API.forge)
    }
    return found
  }

  func branchTip(_ name: String) async throws(ForgeError) -> CommitID? {
    guard BranchName.isAllowed(name) else { return nil }
    let purpose = "cannot read the branch \(name) of \(client.api.repository)"
    try await client.prepare()
    let branch: ForgeBranch
    do throws(LoadingError) {
      branch = try await client.service().load(client.api.branch(name))
    } catch {
      guard error.isMissing else { throw ForgeError(error, purpose: purpose, forge: API.forge) }
      // A forge sends the same response for a repository that is missing or not accessible to the token.
      _ = try await defaultBranch()
      return nil
    }
    // GitHub redirects to the new name of a renamed branch.
    guard branch.name == name else { return nil }
    guard let tip = CommitID(branch.commit.id) else {
      throw ForgeError(
        .unacceptable, "\(purpose): \(API.forge) names no commit", underlying: String(branch.commit.id.prefix(80)))
    }
    return tip
  }

  func defaultBranch() async throws(ForgeError) -> String? {
    try await client.prepare()
    do {
      return try await client.service().load(client.api.defaultBranch())
    } catch {
      throw ForgeError(error, purpose: "cannot read the repository \(client.api.repository)", forge: API.forge)
    }
  }

  func visibility() async throws(ForgeError) -> RepositoryVisibility {
    try await client.prepare()
    do {
      return try await client.service().load(client.api.visibility())
    } catch {
      throw ForgeError(
        error, purpose: "cannot read the visibility of the repository \(client.api.repository)", forge: API.forge)
    }
  }

  func permission(of account: String) async throws(ForgeError) -> Permission {
    guard Login.isAllowed(account) else { return .none }
    try await client.prepare()
    do throws(LoadingError) {
      return try await client.service().elements(of: client.api.permissions(of: account)).max() ?? .none
    } catch {
      if error.isMissing { return .none }
      throw ForgeError(
        error, purpose: "cannot read the permission of \(account) for \(client.api.repository)", forge: API.forge)
    }
  }

  func comment(_ id: Int, on pullRequest: Int) async throws(ForgeError) -> PostedComment {
    try await client.prepare()
    let purpose = "cannot read the comment \(id) of \(client.api.repository)#\(pullRequest)"
    let found: ForgeComment?
    do throws(LoadingError) {
      found = try await client.service().load(client.api.comment(id, on: pullRequest))
    } catch {
      throw ForgeError(error, purpose: purpose, forge: API.forge)
    }
    guard let found, found.id == id else {
      throw ForgeError(.notFound, "\(purpose): there is no such comment")
    }
    return PostedComment(
      author: found.user?.login, authorID: found.user?.id, isByBot: found.user?.type == "Bot", text: found.body ?? "",
      isEdited: found.isEdited)
  }

  func isByReviewbot(_ comment: PostedComment) async throws(ForgeError) -> Bool {
    try await client.prepare()
    return try await client.account(
      client.service(), purpose: "cannot determine whether a comment of \(client.api.repository) is reviewbot's own"
    ).wrote(comment)
  }

  func showsPending(_ context: String, at commit: CommitID) async throws(ForgeError) -> Bool {
    try await client.prepare()
    let service = client.service()
    if let github = client.api as? GitHubAPI, client.tokens != nil,
      let run = try await CheckRunReader(service: service, api: github).newest(context, at: commit, by: client)
    {
      return !run.isCompleted
    }
    guard let newest = try await StatusReader(service: service, api: client.api).newest(context, at: commit) else {
      return false
    }
    return client.api.isPending(newest)
  }
}

extension LoadingError {
  /// Whether the resource does not exist. GitHub responds with 409 for a repository without commits.
  fileprivate var isMissing: Bool {
    guard case .rejected(let rejection) = self else { return false }
    return [404, 409, 410].contains(rejection.head.status.code)
  }
}
