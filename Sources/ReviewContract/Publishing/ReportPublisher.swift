// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Publishes a review on a forge.
package protocol ReportPublisher: Sendable {
  /// Makes the forge show exactly this publication. Idempotent.
  ///
  /// - Parameter isDryRun: whether to read from the forge, but to write nothing.
  /// - Throws: ``ForgeError``. A token without write permission is not an error; the ``Receipt`` reports it.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt
}

/// The result of publishing, one entry for each thing that a forge shows.
package struct Receipt: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable {
    case created, updated, unchanged, deleted
    /// Not written, in a dry run.
    case planned
    /// The token may not do it.
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

  /// Whether the forge refused something because of the token.
  package var isRefused: Bool { entries.contains { $0.outcome == .refused } }
}

/// Reads the pull requests of one repository.
package protocol PullRequestSource: Sendable {
  /// Reads a pull request.
  ///
  /// - Parameter isAnnounced: whether the forge itself said that there is one. What it does not find is then asked for
  ///   twice more within ten seconds: what answers can be behind what announces.
  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest
}

extension PullRequestSource {
  /// Reads a pull request that no webhook delivery announced.
  package func pullRequest(_ number: Int) async throws(ForgeError) -> PullRequest {
    try await pullRequest(number, isAnnounced: false)
  }
}
