// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// `GET /repos/{owner}/{repo}/pulls/{index}`
struct GiteaPullRequestCall: ForgeResource {
  typealias Model = GiteaPullRequest

  let api: GiteaAPI
  let number: Int

  var request: HTTPRequest { api.request(.get, "pulls", "\(number)") }
}

/// The part of Gitea's pull request object that is read.
struct GiteaPullRequest: Decodable, Sendable {
  struct Side: Decodable, Sendable {
    let ref: String
    let sha: String
    let repoId: Int
    /// `null` when the fork was deleted.
    let repo: Repo?
  }

  struct Repo: Decodable, Sendable {
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
  let body: String?
  let state: String
  /// Older versions have no drafts.
  let draft: Bool?
  let merged: Bool?
  let updatedAt: String?
  let htmlUrl: String?
  let user: User?
  let labels: LossyList<Label>?
  let head: Side
  let base: Side
}

/// `GET /repos/{owner}/{repo}/pulls`: the open ones, the most recently changed first
struct ListGiteaPullRequestsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GiteaPullRequest>

  let api: GiteaAPI

  var request: HTTPRequest {
    api.request(
      .get, "pulls", query: ["limit": "\(GiteaLimits.pageSize)", "sort": "recentupdate", "state": "open"])
  }
}

/// The pull requests of a repository on Gitea or Forgejo.
struct GiteaPullRequests: PullRequestSource {
  private let client: ForgeClient<GiteaAPI>

  init(_ client: ForgeClient<GiteaAPI>) {
    self.client = client
  }

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    let purpose = "cannot read \(client.api.subject(number))"
    let answer: GiteaPullRequest
    do {
      answer = try await client.load(GiteaPullRequestCall(api: client.api, number: number), isAnnounced: isAnnounced)
    } catch {
      throw ForgeError(error, purpose: purpose, forge: GiteaAPI.forge)
    }
    guard let base = answer.base.repo, let head = CommitID(answer.head.sha) else {
      throw ForgeError(.unacceptable, "\(purpose): the answer of Gitea has no base repository or no valid head")
    }
    let clone = try client.cloneHosts.checked(base.cloneUrl, purpose: purpose, forge: GiteaAPI.forge)
    return PullRequest(
      repository: Repository(forge: .gitea, name: base.fullName, cloneURL: clone), number: number,
      title: answer.title, author: answer.user?.login, url: answer.htmlUrl, state: state(of: answer),
      isDraft: answer.draft ?? false, head: head, headRef: "refs/pull/\(number)/head", baseBranch: answer.base.ref,
      isFromFork: answer.head.repoId != answer.base.repoId, labels: (answer.labels?.elements ?? []).map(\.name),
      body: answer.body ?? "")
  }

  private func state(of answer: GiteaPullRequest) -> PullRequest.State {
    if answer.merged == true { return .merged }
    return answer.state == "open" ? .open : .closed
  }
}
