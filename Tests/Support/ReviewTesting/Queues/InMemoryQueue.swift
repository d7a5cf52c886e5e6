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

  package func request(_ request: JobRequest) async throws(QueueError) -> QueueOutcome {
    try request.check()
    return try change { $0.request(request) }
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

  package func finish(_ lease: Lease, _ ending: JobEnding) async throws(QueueError) -> ReviewJob {
    try ending.check()
    return try change { model throws(QueueError) in try model.finish(lease, ending) }
  }

  package func fail(_ lease: Lease, _ failure: JobFailure) async throws(QueueError) -> ReviewJob {
    try change { model throws(QueueError) in try model.fail(lease, failure) }
  }

  package func giveBack(_ lease: Lease) async throws(QueueError) -> ReviewJob {
    try change { model throws(QueueError) in try model.giveBack(lease) }
  }

  package func cancel(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob {
    try change { model throws(QueueError) in try model.cancel(job) }
  }

  package func cancel(_ request: CancelRequest) async throws(QueueError) -> QueueOutcome {
    try request.pullRequest.check()
    return try change { $0.cancel(request) }
  }

  package func settle(_ repository: RepositoryReference) async throws(QueueError) -> Int {
    try repository.check()
    return try change { $0.settle(repository) }
  }

  package func retry(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob {
    try change { model throws(QueueError) in try model.retry(job) }
  }

  package func revive(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob? { try change { $0.revive(job) } }

  package func approve(_ approval: Approval) async throws(QueueError) -> [ReviewJob.ID] {
    try approval.check()
    return try change { $0.approve(approval) }
  }

  package func perform(
    _ action: OperatorAction, by attribution: Attribution
  ) async throws(QueueError) -> OperatorActionResult {
    try action.check()
    try attribution.check()
    return try change { model throws(QueueError) in try model.perform(action, by: attribution) }
  }

  package func forgetPublications(of pullRequest: PullRequestReference) async throws(QueueError) {
    try pullRequest.check()
    try change { $0.forgetPublications(of: pullRequest) }
  }

  package func record(
    _ key: PublicationKey, fingerprint: String, under lease: Lease
  ) async throws(QueueError) -> OutboxEntry {
    try key.check()
    try QueueError.check(fingerprint, "the fingerprint", 64)
    return try change { model throws(QueueError) in try model.record(key, fingerprint, lease) }
  }

  package func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) async throws(QueueError) {
    try key.check()
    try QueueError.check(remoteID, "the forge's id", QueueLimits.remoteID)
    try change { model throws(QueueError) in try model.confirm(key, remoteID, lease) }
  }

  package func reclaim() async throws(QueueError) -> [ReviewJob.ID] { try change { $0.reclaim() } }

  package func sweep() async throws(QueueError) -> Int { try change { $0.sweep() } }

  package func close() async throws(QueueError) { isClosed.withLock { $0 = true } }
}
