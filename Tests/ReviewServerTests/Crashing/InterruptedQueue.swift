// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
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

  private func step<Value>(
    _ body: () async throws(QueueError) -> Value
  ) async throws(QueueError) -> Value {
    countdown.tick()
    defer { signal.notify() }
    let value = try await body()
    countdown.tick()
    return value
  }

  func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt {
    try await step { () async throws(QueueError) in try await queue.record(delivery, effect: effect) }
  }

  func request(_ request: JobRequest) async throws(QueueError) -> QueueOutcome {
    try await step { () async throws(QueueError) in try await queue.request(request) }
  }

  func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease? {
    // An empty queue is polled often, so only claims of jobs count.
    guard let lease = try await queue.claim(by: owner, scope) else { return nil }
    countdown.tick()
    signal.notify()
    return lease
  }

  func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal { try await queue.renew(lease) }

  func finish(_ lease: Lease, _ ending: JobEnding) async throws(QueueError) -> ReviewJob {
    try await step { () async throws(QueueError) in try await queue.finish(lease, ending) }
  }

  func fail(_ lease: Lease, _ failure: JobFailure) async throws(QueueError) -> ReviewJob {
    try await step { () async throws(QueueError) in try await queue.fail(lease, failure) }
  }

  func giveBack(_ lease: Lease) async throws(QueueError) -> ReviewJob {
    try await step { () async throws(QueueError) in try await queue.giveBack(lease) }
  }

  func cancel(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob { try await queue.cancel(job) }

  func cancel(_ request: CancelRequest) async throws(QueueError) -> QueueOutcome { try await queue.cancel(request) }

  func settle(_ repository: RepositoryReference) async throws(QueueError) -> Int { try await queue.settle(repository) }

  func retry(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob { try await queue.retry(job) }

  func approve(_ approval: Approval) async throws(QueueError) -> [ReviewJob.ID] {
    try await step { () async throws(QueueError) in try await queue.approve(approval) }
  }

  func perform(
    _ action: OperatorAction, by attribution: Attribution
  ) async throws(QueueError) -> OperatorActionResult { try await queue.perform(action, by: attribution) }

  func revive(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob? { try await queue.revive(job) }

  func forgetPublications(of pullRequest: PullRequestReference) async throws(QueueError) {
    try await queue.forgetPublications(of: pullRequest)
  }

  func record(
    _ key: PublicationKey, fingerprint: String, under lease: Lease
  ) async throws(QueueError) -> OutboxEntry {
    try await step { () async throws(QueueError) in
      try await queue.record(key, fingerprint: fingerprint, under: lease)
    }
  }

  func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) async throws(QueueError) {
    try await step { () async throws(QueueError) in
      try await queue.confirm(key, remoteID: remoteID, under: lease)
    }
  }

  func reclaim() async throws(QueueError) -> [ReviewJob.ID] { try await queue.reclaim() }
  func sweep() async throws(QueueError) -> Int { try await queue.sweep() }
  func close() async throws(QueueError) { try await queue.close() }

  var now: Timestamp { get async throws(QueueError) { try await queue.now } }
  func jobs(_ filter: JobFilter) async throws(QueueError) -> [ReviewJob] { try await queue.jobs(filter) }
  func job(_ id: ReviewJob.ID) async throws(QueueError) -> ReviewJob? { try await queue.job(id) }
  func delivery(_ id: String, from forge: String) async throws(QueueError) -> RecordedDelivery? {
    try await queue.delivery(id, from: forge)
  }
  func publications(of pullRequest: PullRequestReference) async throws(QueueError) -> [PublicationRecord] {
    try await queue.publications(of: pullRequest)
  }
  func unsettledPublications(marked mark: String) async throws(QueueError) -> [PublicationRecord] {
    try await queue.unsettledPublications(marked: mark)
  }
  func repositories() async throws(QueueError) -> [RepositoryReference] { try await queue.repositories() }
  func reviewedHead(of pullRequest: PullRequestReference) async throws(QueueError) -> CommitID? {
    try await queue.reviewedHead(of: pullRequest)
  }
  func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) async throws(QueueError) -> Bool {
    try await queue.isApproved(head, of: pullRequest)
  }
  func approvals(limit: Int) async throws(QueueError) -> [RecordedApproval] { try await queue.approvals(limit: limit) }
  func audit(of job: ReviewJob.ID?, limit: Int) async throws(QueueError) -> [AuditRecord] {
    try await queue.audit(of: job, limit: limit)
  }
  func pauses() async throws(QueueError) -> [Pause] { try await queue.pauses() }
  func nextDue() async throws(QueueError) -> Timestamp? { try await queue.nextDue() }
  func statistics() async throws(QueueError) -> QueueStatistics { try await queue.statistics() }
}
