// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How a queue does: for metrics, health and people.
package struct QueueStatistics: Hashable, Sendable {
  /// Jobs that could start now.
  package var ready = 0
  /// Queued jobs whose time has not come.
  package var delayed = 0
  /// Jobs that wait for an approval.
  package var waiting = 0
  package var running = 0
  /// Given up, and still remembered.
  package var dead = 0
  /// Since when the job waits that waits longest in the queue.
  package var oldestQueuedAt: Timestamp?
  /// What was counted since the queue was made: jobs by the state they ended in, each time they did.
  package var ended: [ReviewJob.State: Int] = [:]
  /// Deliveries by their outcome, since the queue was made; duplicates left out.
  package var deliveries: [QueueOutcome.Kind: Int] = [:]
  package var duplicates = 0
  /// The queue's time, to compare ``oldestQueuedAt`` with.
  package var now: Timestamp

  package init(now: Timestamp) {
    self.now = now
  }
}
