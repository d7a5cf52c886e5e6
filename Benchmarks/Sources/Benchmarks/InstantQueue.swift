// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// A queue that stores nothing and returns at once, so that only the intake itself is measured.
struct InstantQueue: ReviewQueue {
  let policy = QueuePolicy()
  private var refusal: QueueError { QueueError(.failed, "this queue takes deliveries only") }

  func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt {
    try delivery.check()
    try effect.check()
    return .recorded(QueueOutcome(.queued, ReviewJob.ID(1)))
  }

  func perform<Value>(
    _ step: @escaping @Sendable (inout any QueueSteps) throws -> Value
  ) async throws(QueueError) -> Value { throw refusal }
  func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease? { throw refusal }
  func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal { throw refusal }
  func reclaim() async throws(QueueError) -> [ReviewJob.ID] { throw refusal }
  func sweep() async throws(QueueError) -> Int { throw refusal }
  func close() async throws(QueueError) {}

  var now: Timestamp { SteadyClock().now }
  func read<Value>(
    _ query: @escaping @Sendable (any QueueRecords) throws -> Value
  ) async throws(QueueError) -> Value { throw refusal }
}
