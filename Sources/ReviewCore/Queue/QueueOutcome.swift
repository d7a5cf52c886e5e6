// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The result of a request.
package struct QueueOutcome: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case ignored, malformed
    /// A new job waits for its turn.
    case queued
    /// A new job waits for an approval of its commit.
    case waiting
    /// A job that is there already will do.
    case coalesced
    /// The head has been reviewed.
    case alreadyReviewed
    /// The forge reported a newer state before.
    case outdated
    /// What was queued is removed, and what runs is cancelled.
    case cancelled
  }

  package let kind: Kind
  package let job: ReviewJob.ID?

  package init(_ kind: Kind, _ job: ReviewJob.ID? = nil) {
    self.kind = kind
    self.job = job
  }
}
