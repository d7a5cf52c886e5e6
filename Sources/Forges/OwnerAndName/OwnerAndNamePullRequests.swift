// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ResourceLoading
import ReviewContract

/// The part of a pull request's object that is read.
struct OwnerAndNamePullRequest: Decodable, Sendable {
  struct Side: Decodable, Sendable {
    let ref: String
    let sha: String
    /// `null` when the fork was deleted.
    let repo: Repo?
    /// Only on Gitea.
    let repoId: Int?

    var repositoryID: Int? { repoId ?? repo?.id }
  }

  struct Repo: Decodable, Sendable {
    let id: Int?
    let fullName: String
    let cloneUrl: String
  }

  struct User: Decodable, Sendable {
    let login: String
  }

  struct Label: Decodable, Sendable {
    let name: String
  }

  let number: Int?
  let title: String
  /// `null` when it is empty.
  let body: String?
  let state: String
  /// Older versions have no drafts.
  let draft: Bool?
  /// Not in GitHub's lists.
  let merged: Bool?
  let mergedAt: String?
  let updatedAt: String?
  let htmlUrl: String?
  let user: User?
  let labels: LossyList<Label>?
  let head: Side
  let base: Side

  var isMerged: Bool { merged == true || mergedAt != nil }
  var isFromFork: Bool { head.repositoryID != base.repositoryID || base.repositoryID == nil }

  /// `nil` when the forge does not report the commit to merge.
  var openPullRequest: OpenPullRequest? {
    guard let number, state == "open", let head = CommitID(head.sha) else { return nil }
    return OpenPullRequest(
      number: number, head: head, base: base.ref, baseTip: CommitID(base.sha), isDraft: draft ?? false,
      isFromFork: isFromFork, author: user?.login, updatedAt: updatedAt.flatMap { Timestamp(forgeText: $0) })
  }
}

/// The pull requests of a repository.
struct OwnerAndNamePullRequests<API: OwnerAndNameAPI>: PullRequestSource {
  let client: ForgeClient<API>

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    let relation = try await client.prepared().pullRequest(number).relation(client.api.pullRequest(number))
    let (response, purpose) = (try await client.load(relation, isAnnounced: isAnnounced), relation.purpose)
    guard let base = response.base.repo, let head = CommitID(response.head.sha) else {
      throw ForgeError(.unacceptable, "\(purpose): the answer of \(API.forge) has no base repository or no valid head")
    }
    let clone = try client.cloneHosts.checked(base.cloneUrl, purpose: purpose, forge: API.forge)
    return PullRequest(
      repository: Repository(forge: API.description.kind, name: base.fullName, cloneURL: clone), number: number,
      title: response.title, author: response.user?.login, url: response.htmlUrl,
      state: response.isMerged ? .merged : response.state == "open" ? .open : .closed,
      isDraft: response.draft ?? false, head: head, headRef: API.description.headRef(number),
      baseBranch: response.base.ref, isFromFork: response.isFromFork, labels: response.labels?.map(\.name) ?? [],
      body: response.body ?? "")
  }
}
