// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Forges
package import ReviewContract
package import ReviewHost

/// A repository on a real forge.
package struct LiveRepositoryClient: RepositoryClient {
  package let forge: DaemonForge
  package let live: LiveForge
  package let inspector: any RepositoryInspector
  /// The credential's secret, which must be hidden from the code under review.
  package let secret: Secret?

  package init(forge: DaemonForge, live: LiveForge, inspector: any RepositoryInspector, secret: Secret?) {
    self.forge = forge
    self.live = live
    self.inspector = inspector
    self.secret = secret
  }

  package var policy: RepositoryPolicy { forge.policy }

  package func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    try await live.source.pullRequest(number, isAnnounced: isAnnounced)
  }

  package func openPullRequests() async throws(ForgeError) -> [OpenPullRequest] {
    try await inspector.openPullRequests()
  }

  package func permission(of account: String) async throws(ForgeError) -> Permission {
    try await inspector.permission(of: account)
  }

  package func comment(_ id: Int, on pullRequest: Int) async throws(ForgeError) -> PostedComment {
    try await inspector.comment(id, on: pullRequest)
  }

  package func isByReviewbot(_ comment: PostedComment) async throws(ForgeError) -> Bool {
    try await inspector.isByReviewbot(comment)
  }

  package func showsPending(_ context: String, at commit: CommitID) async throws(ForgeError) -> Bool {
    try await inspector.showsPending(context, at: commit)
  }

  package func branchTip(_ name: String) async throws(ForgeError) -> CommitID? { try await inspector.branchTip(name) }

  package func defaultBranch() async throws(ForgeError) -> String? { try await inspector.defaultBranch() }

  package func visibility() async throws(ForgeError) -> RepositoryVisibility { try await inspector.visibility() }

  package func publish(
    _ publication: Publication, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> Receipt {
    let publisher = try publisher
    let isAnnouncement = publication.state == .pending && publication.comment == nil
    return try await WriteCondition.require(mayWrite, isAnnouncement: isAnnouncement) {
      () async throws(ForgeError) in
      try await publisher.publish(publication, isDryRun: false)
    }
  }

  package func renewStatus(
    of commit: CommitID, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> StatusRenewal {
    let publisher = try publisher
    return try await WriteCondition.require(mayWrite) { () async throws(ForgeError) in
      try await publisher.renewStatus(of: commit, policy.marker)
    }
  }

  package var progressWrites: ProgressWrites { live.publisher?.progressWrites ?? .sparingly }

  private var publisher: any ReportPublisher {
    get throws(ForgeError) {
      guard let publisher = live.publisher else {
        throw ForgeError(.badToken, "there is no credential for \(forge.name)", remedy: "give it a token or an app")
      }
      return publisher
    }
  }
}
