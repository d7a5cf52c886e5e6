// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

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
      throw ForgeError(.unreadable, "\(purpose): Gitea does not say what is to be merged")
    }
    let clone = try client.cloneHosts.checked(base.cloneUrl, purpose: purpose, forge: GiteaAPI.forge)
    return PullRequest(
      repository: Repository(forge: .gitea, name: base.fullName, cloneURL: clone), number: number,
      title: answer.title, author: answer.user?.login, url: answer.htmlUrl, state: state(of: answer),
      isDraft: answer.draft ?? false, head: head, headRef: "refs/pull/\(number)/head", baseBranch: answer.base.ref,
      isFromFork: answer.head.repoId != answer.base.repoId)
  }

  private func state(of answer: GiteaPullRequest) -> PullRequest.State {
    if answer.merged == true { return .merged }
    return answer.state == "open" ? .open : .closed
  }
}
