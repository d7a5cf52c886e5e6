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
    var looked = 0
    try await signal.wait {
      if try await condition() { return true }
      let statistics = try await queue.statistics()
      guard statistics.running == 0, statistics.delayed + statistics.ready > 0 else {
        looked = claims
        return false
      }
      // A job can be ready and not be claimed, because its forge is unavailable: then all workers have looked for one.
      guard statistics.ready == 0 || claims >= looked + Self.enoughClaims else {
        wake()
        return false
      }
      looked = claims
      let now = try await queue.now
      let due = try await queue.nextDue().map { max($0 - now, .zero) }
      // A job that is ready waits for the end of an outage, which the queue does not know.
      clock.advance(by: statistics.ready == 0 ? due ?? .zero : Self.outageStep)
      wake()
      return false
    }
  }

  /// Shorter than any outage lasts.
  private static let outageStep = Duration.seconds(5)
  /// More than there are workers.
  private static let enoughClaims = 20

  private var claims: Int { (queue as? InMemoryQueue)?.claims ?? 0 }

  /// Whether all jobs are finished or wait for an approval.
  var isAtRest: Bool {
    get async throws {
      let statistics = try await queue.statistics()
      return statistics.ready + statistics.delayed + statistics.running == 0
    }
  }
}
