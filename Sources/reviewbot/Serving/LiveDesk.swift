// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Forges
import ReviewContract
import ReviewServer

/// A repository on a real forge.
struct LiveRepositoryClient: RepositoryClient {
  let forge: DaemonForge
  let live: LiveForge
  let inspector: any RepositoryInspector
  /// What the code under review must not see.
  let secret: Secret?

  var policy: RepositoryPolicy { forge.policy }

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    try await live.source.pullRequest(number, isAnnounced: isAnnounced)
  }

  func openPullRequests() async throws(ForgeError) -> [OpenPullRequest] { try await inspector.openPullRequests() }

  func permission(of account: String) async throws(ForgeError) -> Permission {
    try await inspector.permission(of: account)
  }

  func comment(_ id: Int, on pullRequest: Int) async throws(ForgeError) -> PostedComment {
    try await inspector.comment(id, on: pullRequest)
  }

  func branchTip(_ name: String) async throws(ForgeError) -> CommitID? { try await inspector.branchTip(name) }

  func defaultBranch() async throws(ForgeError) -> String? { try await inspector.defaultBranch() }

  func publish(_ publication: Publication) async throws(ForgeError) -> Receipt {
    guard let publisher = live.publisher else {
      throw ForgeError(.badToken, "there is no credential for \(forge.name)", remedy: "give it a token or an app")
    }
    return try await publisher.publish(publication, isDryRun: false)
  }
}
