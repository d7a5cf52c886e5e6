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
    var found: [OpenPullRequest] = []
    // A pull request that changes while the list is read moves to its front, so that others are listed twice.
    var numbers: Set<Int> = []
    // A page can have as few as one item: the forge's operator sets its size.
    for try await page in try await client.prepared().openPullRequests.pages(limit: OpenPullRequest.listLimit) {
      for pullRequest in page.lazy.compactMap(\.self) where numbers.insert(pullRequest.number).inserted {
        found.append(pullRequest)
        if found.count == OpenPullRequest.listLimit { return found }
      }
    }
    return found
  }

  func branchTip(_ name: String) async throws(ForgeError) -> CommitID? {
    guard BranchName.isAllowed(name) else { return nil }
    let repository = try await client.prepared()
    let relation = repository.branch(name)
    guard let branch = try await relation.loadIfPresent() else {
      // A forge sends the same response for a repository that is missing or not accessible to the token.
      _ = try await repository.defaultBranch.load()
      return nil
    }
    // GitHub redirects to the new name of a renamed branch.
    guard branch.name == name else { return nil }
    guard let tip = CommitID(branch.commit.id) else {
      throw ForgeError(
        .unacceptable, "\(relation.purpose): \(API.forge) names no commit",
        underlying: String(branch.commit.id.prefix(80)))
    }
    return tip
  }

  func defaultBranch() async throws(ForgeError) -> String? { try await client.prepared().defaultBranch.load() }

  func visibility() async throws(ForgeError) -> RepositoryVisibility { try await client.prepared().visibility.load() }

  func permission(of account: String) async throws(ForgeError) -> Permission {
    guard Login.isAllowed(account) else { return .none }
    let repository = try await client.prepared()
    do {
      return try await repository.permissions(of: account).elements().max() ?? .none
    } catch  where error.code == .notFound {
      return .none
    }
  }

  func comment(_ id: Int, on pullRequest: Int) async throws(ForgeError) -> PostedComment {
    let relation = try await client.prepared().pullRequest(pullRequest).comment(id)
    guard let found = try await relation.load(), found.id == id else {
      throw ForgeError(.notFound, "\(relation.purpose): there is no such comment")
    }
    return PostedComment(
      author: found.user?.login, authorID: found.user?.id, isByBot: found.user?.type == "Bot", text: found.body ?? "",
      isEdited: found.isEdited)
  }

  func isByReviewbot(_ comment: PostedComment) async throws(ForgeError) -> Bool {
    return try await client.account(
      purpose: "cannot determine whether a comment of \(client.api.repository) is reviewbot's own"
    ).wrote(comment)
  }

  func showsPending(_ context: String, at commit: CommitID) async throws(ForgeError) -> Bool {
    let repository = try await client.prepared()
    if let github = repository as? ForgeRepository<GitHubAPI>, client.tokens != nil {
      let purpose = "cannot read the check runs of commit \(commit.short) of \(client.api.repository)"
      let checks = CheckRuns(repository: github, account: try await client.account(purpose: purpose))
      if let run = try await checks.all(context, at: commit)?.max(by: { $0.id < $1.id }) { return !run.isCompleted }
    }
    guard let newest = try await repository.statuses(context, of: commit, until: { !$0.isEmpty }).first else {
      return false
    }
    return client.api.isPending(newest)
  }
}
