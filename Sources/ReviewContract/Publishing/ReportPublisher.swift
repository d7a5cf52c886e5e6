// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Publishes a review on a forge.
package protocol ReportPublisher: Sendable {
  /// Publishes exactly this publication on the forge. Idempotent.
  ///
  /// - Parameter isDryRun: whether to only read from the forge, without writing.
  /// - Throws: ``ForgeError``. A token without write permission is not an error; the ``Receipt`` reports it.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt

  /// Publishes the status of a commit again if it is outdated: it shows the result of a pull request that was closed, or
  /// has another head or base now, or it does not show the failure of one that was opened again.
  ///
  /// The results are those that the statuses of the commit show. No result of an open pull request is changed.
  ///
  /// - Throws: ``ForgeError``, as ``publish(_:isDryRun:)``.
  func renewStatus(of commit: CommitID, _ marker: CommentMarker) async throws(ForgeError) -> StatusRenewal
}

/// The open pull requests with one head, and what was written for them.
package struct StatusRenewal: Hashable, Sendable {
  package var receipt: Receipt
  /// Those whose result is valid: it is for this head and for their base.
  package var reviewed: Set<Int>
  /// Those whose result is for another base.
  package var retargeted: Set<Int>
  /// Those that passed, while the status shows the failure of another.
  package var held: Set<Int>

  package init(
    receipt: Receipt = Receipt(entries: []), reviewed: Set<Int> = [], retargeted: Set<Int> = [], held: Set<Int> = []
  ) {
    self.receipt = receipt
    self.reviewed = reviewed
    self.retargeted = retargeted
    self.held = held
  }
}

/// The result of publishing, one entry for each object on the forge.
package struct Receipt: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable {
    case created, updated, unchanged, deleted
    /// Not written, in a dry run.
    case planned
    /// The token has no permission.
    case refused
    /// The status keeps the failure of another open pull request with the same head.
    case held
  }

  package struct Entry: Hashable, Sendable {
    package let outcome: Outcome
    /// `comment`, `status`, `check run`.
    package let subject: String
    /// The request, such as `PATCH /repos/acme/shapes/issues/comments/7`, the forge's reason when refused, or empty.
    package let detail: String
    /// The request's body, in a dry run.
    package let body: String?
    /// The number of the pull request whose failure is kept.
    package let holder: Int?

    package init(outcome: Outcome, subject: String, detail: String, body: String? = nil, holder: Int? = nil) {
      self.holder = holder
      self.outcome = outcome
      self.subject = subject
      self.detail = detail
      self.body = body
    }
  }

  package let entries: [Entry]

  package init(entries: [Entry]) {
    self.entries = entries
  }

  /// Whether the forge refused a request because of the token.
  package var isRefused: Bool { entries.contains { $0.outcome == .refused } }

  /// The number of the pull request whose failure the status shows instead of the published state.
  package var holder: Int? { entries.lazy.compactMap(\.holder).first }
}

/// Reads the pull requests of one repository.
package protocol PullRequestSource: Sendable {
  /// Reads a pull request.
  ///
  /// - Parameter isAnnounced: whether the forge itself announced the pull request. If it is not found, the request is
  ///   then repeated twice within ten seconds, because the forge's API can lag behind its webhook deliveries.
  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest
}

extension PullRequestSource {
  /// Reads a pull request that no webhook delivery announced.
  package func pullRequest(_ number: Int) async throws(ForgeError) -> PullRequest {
    try await pullRequest(number, isAnnounced: false)
  }
}
