// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting

/// The time of a daemon's queue: it stands still while there is something to do, and goes on to when the next job is
/// due once there is nothing else. So delays take no time, and none is over too early.
struct QueueTime: Sendable {
  let queue: any ReviewQueue
  let clock: ManualClock
  /// Signalled at each change of the queue, and of anything else that a test waits for.
  let signal: ChangeSignal

  /// Waits until a condition holds.
  ///
  /// - Parameter wake: has the daemon look at the queue, because it is later than it thinks.
  func wait(until condition: () async throws -> Bool, wake: () -> Void) async throws {
    try await signal.wait {
      if try await condition() { return true }
      let statistics = try await queue.statistics()
      if statistics.ready + statistics.running == 0, statistics.delayed > 0, let due = try await queue.nextDue() {
        clock.advance(by: max(due - queue.now, .zero))
        wake()
      }
      return false
    }
  }

  /// Whether all jobs are finished or wait for an approval.
  var isAtRest: Bool {
    get async throws {
      let statistics = try await queue.statistics()
      return statistics.ready + statistics.delayed + statistics.running == 0
    }
  }
}
