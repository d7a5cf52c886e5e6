// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting

/// The time of a daemon's queue: it stops while there is something to do, and otherwise advances to the time at which
/// the next job is due. So delays take no time, and none ends too early.
struct QueueTime: Sendable {
  let queue: any ReviewQueue
  let clock: ManualClock
  /// Signals each change of the queue, and of other states that a test waits for.
  let signal: ChangeSignal

  /// Waits until a condition holds.
  ///
  /// - Parameter wake: makes the daemon read the queue, because the time has advanced.
  func wait(until condition: () async throws -> Bool, wake: () -> Void) async throws {
    var looked = 0
    try await signal.wait {
      if try await condition() { return true }
      let statistics = try await queue.statistics()
      guard statistics.running == 0, statistics.delayed + statistics.ready > 0 else {
        looked = claims
        return false
      }
      // A job can be ready and not be claimed, because its forge is unavailable: then all workers have tried to claim
      // one.
      guard statistics.ready == 0 || claims >= looked + Self.enoughClaims else {
        wake()
        return false
      }
      looked = claims
      let now = try await queue.now
      let due = try await queue.nextDue().map { max($0 - now, .zero) }
      // A job that is ready waits for the end of an outage, which is not in the queue.
      clock.advance(by: statistics.ready == 0 ? due ?? .zero : Self.outageStep)
      wake()
      return false
    }
  }

  /// Shorter than any outage.
  private static let outageStep = Duration.seconds(5)
  /// More than the number of workers.
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
