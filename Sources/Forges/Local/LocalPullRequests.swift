// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The pull requests of a repository that has no API: only the commits of their heads are known.
struct LocalPullRequests: PullRequestSource {
  private let repository: Repository
  private let baseBranch: String?

  /// Refs do not say whose a head is. In a folder of this machine it is taken for its owner's; behind a URL it can be
  /// anybody's.
  private var isOfOthers: Bool { repository.cloneURL.contains("://") && !repository.cloneURL.hasPrefix("file://") }

  init(_ settings: ForgeSettings) throws(ForgeError) {
    guard let cloneURL = settings.cloneURL else {
      throw ForgeError(.failed, "cannot tell where the repository is", remedy: "give its folder or URL")
    }
    repository = Repository(forge: .local, name: settings.repository, cloneURL: cloneURL)
    baseBranch = settings.baseBranch
  }

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    PullRequest(
      repository: repository, number: number, title: "Pull request #\(number)", author: nil, url: nil, state: .open,
      isDraft: false, head: nil, headRef: "refs/pull/\(number)/head", baseBranch: baseBranch, isFromFork: isOfOthers)
  }
}
