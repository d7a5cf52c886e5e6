// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract

/// What the operator decides about the daemon as a whole.
package struct DaemonSettings: Hashable, Sendable {
  /// How many jobs run at once.
  package var workers: Int
  /// How this process calls itself in the queue, such as `host:1234`.
  package var owner: String
  /// The same that the queue was opened with.
  package var policy: QueuePolicy
  package var times: DaemonTimes

  package init(
    workers: Int = 1, owner: String, policy: QueuePolicy = QueuePolicy(), times: DaemonTimes = DaemonTimes()
  ) {
    self.workers = max(workers, 1)
    self.owner = owner
    self.policy = policy
    self.times = times
  }
}
