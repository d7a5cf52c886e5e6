// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What publishing did, one entry for each thing that a forge shows.
package struct Receipt: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable {
    case created, updated, unchanged, deleted
    /// Only said, in a dry run.
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
