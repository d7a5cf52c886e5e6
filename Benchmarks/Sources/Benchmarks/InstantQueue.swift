// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
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

  func request(_ request: JobRequest) async throws(QueueError) -> QueueOutcome { throw refusal }
  func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease? { throw refusal }
  func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal { throw refusal }
  func finish(_ lease: Lease, _ ending: JobEnding) async throws(QueueError) -> ReviewJob { throw refusal }
  func fail(_ lease: Lease, _ failure: JobFailure) async throws(QueueError) -> ReviewJob { throw refusal }
  func giveBack(_ lease: Lease) async throws(QueueError) -> ReviewJob { throw refusal }
  func cancel(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob { throw refusal }
  func cancel(_ request: CancelRequest) async throws(QueueError) -> QueueOutcome { throw refusal }
  func retry(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob { throw refusal }
  func approve(_ approval: Approval) async throws(QueueError) -> [ReviewJob.ID] { throw refusal }
  func settle(_ repository: RepositoryReference) async throws(QueueError) -> Int { throw refusal }
  func revive(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob? { throw refusal }
  func perform(
    _ action: OperatorAction, by attribution: Attribution
  ) async throws(QueueError) -> OperatorActionResult { throw refusal }
  func forgetPublications(of pullRequest: PullRequestReference) async throws(QueueError) { throw refusal }
  func record(
    _ key: PublicationKey, fingerprint: String, under lease: Lease
  ) async throws(QueueError) -> OutboxEntry { throw refusal }
  func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) async throws(QueueError) { throw refusal }
  func reclaim() async throws(QueueError) -> [ReviewJob.ID] { throw refusal }
  func sweep() async throws(QueueError) -> Int { throw refusal }
  func close() async throws(QueueError) {}

  func jobs(_ filter: JobFilter) async throws(QueueError) -> [ReviewJob] { throw refusal }
  func job(_ id: ReviewJob.ID) async throws(QueueError) -> ReviewJob? { throw refusal }
  func delivery(_ id: String, from forge: String) async throws(QueueError) -> RecordedDelivery? { throw refusal }
  func publications(of pullRequest: PullRequestReference) async throws(QueueError) -> [PublicationRecord] {
    throw refusal
  }
  var now: Timestamp { SteadyClock().now }
  func unsettledPublications(marked mark: String) async throws(QueueError) -> [PublicationRecord] { [] }
  func repositories() async throws(QueueError) -> [RepositoryReference] { [] }
  func reviewedHead(of pullRequest: PullRequestReference) async throws(QueueError) -> CommitID? { throw refusal }
  func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) async throws(QueueError) -> Bool {
    throw refusal
  }
  func approvals(limit: Int) async throws(QueueError) -> [RecordedApproval] { throw refusal }
  func audit(of job: ReviewJob.ID?, limit: Int) async throws(QueueError) -> [AuditRecord] { throw refusal }
  func pauses() async throws(QueueError) -> [Pause] { throw refusal }
  func nextDue() async throws(QueueError) -> Timestamp? { throw refusal }
  func statistics() async throws(QueueError) -> QueueStatistics { throw refusal }
}
