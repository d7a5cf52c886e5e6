// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import JobQueue
package import ReviewContract

/// A queue for tests of code that uses one: the ``QueueModel`` behind a lock. It is not persistent.
package final class InMemoryQueue: ReviewQueue {
  private let model: Locked<QueueModel>
  private let isClosed = Locked(false)
  private let clock: any QueueClock
  private let claimCount = Locked(0)
  private let listener = Locked<(@Sendable (QueueChange) -> Void)?>(nil)
  private let term = Locked<KeeperTerm?>(KeeperTerm(name: ""))
  /// Signals each change, and each claim.
  package let signal: ChangeSignal

  package var now: Timestamp { max(state.now, clock.now) }
  package var policy: QueuePolicy { state.policy }

  package init(policy: QueuePolicy = QueuePolicy(), clock: any QueueClock, signal: ChangeSignal = ChangeSignal()) {
    model = Locked(QueueModel(policy: policy, now: clock.now))
    self.clock = clock
    self.signal = signal
  }

  /// The state, for comparisons.
  package var state: QueueModel { model.withLock { $0 } }

  /// The number of claims.
  package var claims: Int { claimCount.withLock { $0 } }

  package func listen(_ onChange: @escaping @Sendable (QueueChange) -> Void) { listener.withLock { $0 = onChange } }

  /// Notifies the daemon as after a change by another process.
  package func notify(of change: QueueChange) { listener.withLock { $0 }?(change) }

  /// Begins a term of the daemon's process, or with `nil` one of another process.
  package func setTerm(_ name: String?) { term.withLock { $0 = name.map { KeeperTerm(name: $0) } } }

  package func becomeKeeper() async throws(QueueError) -> KeeperTerm? { term.withLock { $0 } }

  private func change<Value>(
    _ body: (inout QueueModel) throws(QueueError) -> Value
  ) throws(QueueError) -> Value {
    if isClosed.withLock({ $0 }) { throw QueueError(.closed, "the queue is closed") }
    defer { signal.notify() }
    return try model.withLock { model throws(QueueError) in
      model.now = max(model.now, clock.now)
      return try body(&model)
    }
  }

  package func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt {
    try delivery.check()
    try effect.check()
    return try change { $0.record(delivery, effect) }
  }

  package func perform<Value>(
    _ step: @escaping @Sendable (inout any QueueSteps) throws -> Value
  ) async throws(QueueError) -> Value {
    try change { model throws(QueueError) in
      var steps: any QueueSteps = model
      defer { if let changed = steps as? QueueModel { model = changed } }
      return try Self.typed { try step(&steps) }
    }
  }

  package func read<Value>(
    _ query: @escaping @Sendable (any QueueRecords) throws -> Value
  ) async throws(QueueError) -> Value {
    var state = state
    state.readAt = now
    return try Self.typed { [state] in try query(state) }
  }

  private static func typed<Value>(_ body: () throws -> Value) throws(QueueError) -> Value {
    do {
      return try body()
    } catch {
      throw error as? QueueError ?? QueueError(.failed, "\(error)")
    }
  }

  package func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease? {
    try QueueError.check(owner, "the owner's name", QueueLimits.owner)
    try scope.check()
    defer {
      claimCount.withLock { $0 += 1 }
      signal.notify()
    }
    return try change { $0.claim(by: owner, scope) }
  }

  package func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal {
    try change { model throws(QueueError) in try model.renew(lease) }
  }

  package func reclaim() async throws(QueueError) -> [ReviewJob.ID] { try change { $0.reclaim() } }

  package func sweep() async throws(QueueError) -> Int { try change { $0.sweep() } }

  package func close() async throws(QueueError) { isClosed.withLock { $0 = true } }
}
