// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

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
      throw ForgeError(.unreadable, "\(purpose): GitHub does not say what is to be merged")
    }
    let clone = try client.cloneHosts.checked(base.cloneUrl, purpose: purpose, forge: GitHubAPI.forge)
    return PullRequest(
      repository: Repository(forge: .github, name: base.fullName, cloneURL: clone), number: number,
      title: answer.title, author: answer.user?.login, url: answer.htmlUrl, state: state(of: answer),
      isDraft: answer.draft ?? false, head: head, headRef: "refs/pull/\(number)/head", baseBranch: answer.base.ref,
      isFromFork: answer.head.repo?.id != base.id)
  }

  private func state(of answer: GitHubPullRequest) -> PullRequest.State {
    if answer.mergedAt != nil { return .merged }
    return answer.state == "open" ? .open : .closed
  }
}
