// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Publishes a review on a forge.
package protocol ReportPublisher: Sendable {
  /// Publishes exactly this publication on the forge. Idempotent.
  ///
  /// - Parameter isDryRun: whether to only read from the forge, without writing.
  /// - Throws: ``ForgeError``. A token without write permission is not an error; the ``Receipt`` reports it.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt
}

/// The result of publishing, one entry for each object on the forge.
package struct Receipt: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable {
    case created, updated, unchanged, deleted
    /// Not written, in a dry run.
    case planned
    /// The token has no permission.
    case refused
  }

  package struct Entry: Hashable, Sendable {
    package let outcome: Outcome
    /// `comment`, `status`, `check run`.
    package let subject: String
    /// The request, such as `PATCH /repos/acme/shapes/issues/comments/7`, the forge's reason when refused, or empty.
    package let detail: String
    /// The request's body, in a dry run.
    package let body: String?

    package init(outcome: Outcome, subject: String, detail: String, body: String? = nil) {
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
