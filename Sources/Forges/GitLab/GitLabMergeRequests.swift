// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// The part of GitLab's merge request object that is read, from its API and from its events.
struct GitLabMergeRequest: Decodable, Sendable {
  struct Author: Decodable, Sendable {
    let username: String
  }

  struct Commit: Decodable, Sendable {
    let id: String
  }

  let iid: Int
  let title: String
  /// `opened`, `closed`, `locked` or `merged`.
  let state: String
  let draft: Bool?
  /// The name of `draft` in older versions.
  let workInProgress: Bool?
  let targetBranch: String
  let targetProjectId: Int
  /// `null` when the fork was deleted.
  let sourceProjectId: Int?
  /// The head; in an event it is in `lastCommit`.
  let sha: String?
  let lastCommit: Commit?
  let updatedAt: String?
  let webUrl: String?
  let author: Author?
  /// The names; in an event they are objects.
  let labels: LossyList<String>?
  /// `null` when it is empty.
  let description: String?

  var head: String? { sha ?? lastCommit?.id }
  var isDraft: Bool { draft ?? workInProgress ?? false }
  var isFromFork: Bool { sourceProjectId != targetProjectId }

  /// `nil` when GitLab does not report the commit to merge.
  var openPullRequest: OpenPullRequest? {
    guard state == "opened", let head = head.flatMap({ CommitID($0) }) else { return nil }
    return OpenPullRequest(
      number: iid, head: head, base: targetBranch, baseTip: nil, isDraft: isDraft, isFromFork: isFromFork,
      author: author?.username, updatedAt: updatedAt.flatMap { Timestamp(forgeText: $0) })
  }
}

extension GitLabAPI {
  /// `GET /projects/{id}/merge_requests/{iid}`
  func mergeRequest(_ number: Int) -> ForgeCall<GitLabMergeRequest> { call(.get, "merge_requests", "\(number)") }

  /// `GET /projects/{id}/merge_requests`: the open ones, the most recently changed first
  func openPullRequests() -> ForgeCall<[OpenPullRequest?]> {
    list("merge_requests", query: ["order_by": "updated_at", "sort": "desc", "state": "opened"])
      .map { (page: [GitLabMergeRequest]) in page.map(\.openPullRequest) }
  }
}

/// The merge requests of a project on GitLab.
struct GitLabMergeRequests: PullRequestSource {
  let client: ForgeClient<GitLabAPI>
  /// The project, which the merge request does not contain. It is cached, because a review reads the merge request
  /// twice.
  private let project = Locked<GitLabProject?>(nil)

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    let pullRequest = client.repository().pullRequest(number)
    let relation = pullRequest.relation(client.api.mergeRequest(number))
    let (response, purpose) = (try await client.load(relation, isAnnounced: isAnnounced), relation.purpose)
    let project: GitLabProject
    if let known = self.project.withLock({ $0 }) {
      project = known
    } else {
      project = try await pullRequest.relation(client.api.project()).load()
      self.project.withLock { [project] in $0 = project }
    }
    guard let head = response.head.flatMap({ CommitID($0) }) else {
      throw ForgeError(.unacceptable, "\(purpose): the answer of GitLab has no valid head commit")
    }
    let clone = try client.cloneHosts.checked(project.httpUrlToRepo, purpose: purpose, forge: GitLabAPI.forge)
    return PullRequest(
      repository: Repository(forge: .gitlab, name: project.pathWithNamespace, cloneURL: clone),
      number: number, title: response.title, author: response.author?.username, url: response.webUrl,
      state: state(of: response), isDraft: response.isDraft, head: head, headRef: GitLabAPI.description.headRef(number),
      baseBranch: response.targetBranch, isFromFork: response.isFromFork, labels: response.labels?.elements ?? [],
      body: response.description ?? "")
  }

  private func state(of response: GitLabMergeRequest) -> PullRequest.State {
    switch response.state {
    case "merged": .merged
    // A merge request is locked while it is being merged.
    case "opened", "locked": .open
    default: .closed
    }
  }
}
