// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting

/// A queue whose process may be killed before and after each step.
struct InterruptedQueue: ReviewQueue {
  let queue: any ReviewQueue
  let countdown: Countdown
  /// Signals each change.
  let signal = ChangeSignal()

  var policy: QueuePolicy { queue.policy }

  func perform<Value: Codable & Sendable>(
    _ step: @escaping @Sendable (inout any QueueSteps) throws -> Value
  ) async throws(QueueError) -> Value {
    try await interruptible { () async throws(QueueError) in try await queue.perform(step) }
  }

  func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt {
    try await interruptible { () async throws(QueueError) in try await queue.record(delivery, effect: effect) }
  }

  private func interruptible<Value>(
    _ body: () async throws(QueueError) -> Value
  ) async throws(QueueError) -> Value {
    countdown.tick()
    defer { signal.notify() }
    let value = try await body()
    countdown.tick()
    return value
  }

  func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease? {
    // An empty queue is polled often, so only claims of jobs count.
    guard let lease = try await queue.claim(by: owner, scope) else { return nil }
    countdown.tick()
    signal.notify()
    return lease
  }

  func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal { try await queue.renew(lease) }
  func reclaim() async throws(QueueError) -> [ReviewJob.ID] { try await queue.reclaim() }
  func sweep() async throws(QueueError) -> Int { try await queue.sweep() }
  func close() async throws(QueueError) { try await queue.close() }

  var now: Timestamp { get async throws(QueueError) { try await queue.now } }

  func read<Value: Sendable>(
    _ query: @escaping @Sendable (any QueueRecords) throws -> Value
  ) async throws(QueueError) -> Value { try await queue.read(query) }
}
