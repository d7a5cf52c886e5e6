// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// `GET /repos/{owner}/{repo}/pulls/{number}`
struct PullRequestCall: ForgeResource {
  typealias Model = GitHubPullRequest

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest { api.request(.get, "pulls", "\(number)") }
}

/// The part of GitHub's pull request object that is read.
struct GitHubPullRequest: Decodable, Sendable {
  struct Side: Decodable, Sendable {
    let ref: String
    let sha: String
    /// `null` when the fork was deleted.
    let repo: Repo?
  }

  struct Repo: Decodable, Sendable {
    let id: Int
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
  let draft: Bool?
  let mergedAt: String?
  let updatedAt: String?
  let htmlUrl: String?
  let user: User?
  let labels: LossyList<Label>?
  let head: Side
  let base: Side
}

/// `GET /repos/{owner}/{repo}/pulls`: the open ones, the most recently changed first
struct ListPullRequestsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitHubPullRequest>

  let api: GitHubAPI

  var request: HTTPRequest {
    api.request(
      .get, "pulls",
      query: ["direction": "desc", "per_page": "\(GitHubLimits.pageSize)", "sort": "updated", "state": "open"])
  }
}

/// `GET /repos/{owner}/{repo}/pulls/{number}/files`; at most ``GitHubLimits/pullRequestFiles``
struct ListFilesCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitHubFile>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "pulls", "\(number)", "files", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}

/// A file that a pull request or a comparison changes.
struct GitHubFile: Decodable, Hashable, Sendable {
  let filename: String
  /// `added`, `removed`, `modified`, `renamed`, `copied`, `changed` or `unchanged`.
  let status: String
  let additions: Int
  let deletions: Int
  /// The hunks; missing for a binary file and for a large change.
  let patch: String?
  let previousFilename: String?
}

/// `GET /repos/{owner}/{repo}/compare/{basehead}`: the changes of the head that the base does not have
struct CompareCall: ForgeResource {
  typealias Model = GitHubComparison

  let api: GitHubAPI
  let base: CommitID
  let head: CommitID

  var request: HTTPRequest { api.request(.get, "compare", "\(base.hex)...\(head.hex)") }
}

struct GitHubComparison: Decodable, Sendable {
  struct Commit: Decodable, Hashable, Sendable {
    let sha: String
  }

  /// `ahead`, `behind`, `diverged` or `identical`.
  let status: String
  let aheadBy: Int
  let behindBy: Int
  let mergeBaseCommit: Commit
  /// On the first page only, and at most 300.
  let files: [GitHubFile]?
}

/// The pull requests of a repository on GitHub.
struct GitHubPullRequests: PullRequestSource {
  private let client: ForgeClient<GitHubAPI>

  init(_ client: ForgeClient<GitHubAPI>) {
    self.client = client
  }

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    let purpose = "cannot read pull request #\(number) of \(client.api.repository)"
    let answer: GitHubPullRequest
    try await client.prepare()
    do {
      answer = try await client.load(PullRequestCall(api: client.api, number: number), isAnnounced: isAnnounced)
    } catch {
      throw ForgeError(error, purpose: purpose, forge: GitHubAPI.forge)
    }
    guard let base = answer.base.repo, let head = CommitID(answer.head.sha) else {
      throw ForgeError(.unacceptable, "\(purpose): the answer of GitHub has no base repository or no valid head")
    }
    let clone = try client.cloneHosts.checked(base.cloneUrl, purpose: purpose, forge: GitHubAPI.forge)
    return PullRequest(
      repository: Repository(forge: .github, name: base.fullName, cloneURL: clone), number: number,
      title: answer.title, author: answer.user?.login, url: answer.htmlUrl, state: state(of: answer),
      isDraft: answer.draft ?? false, head: head, headRef: "refs/pull/\(number)/head", baseBranch: answer.base.ref,
      isFromFork: answer.head.repo?.id != base.id, labels: (answer.labels?.elements ?? []).map(\.name),
      body: answer.body ?? "")
  }

  private func state(of answer: GitHubPullRequest) -> PullRequest.State {
    if answer.mergedAt != nil { return .merged }
    return answer.state == "open" ? .open : .closed
  }
}
