// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The persistent queue of the daemon: deliveries, jobs and publications.
///
/// Each function is one atomic step, which is on disk when it returns. Functions may be called concurrently.
///
/// A pull request has at most one open job (waiting or queued) of a kind and subject, and at most one running job of a
/// kind.
package protocol ReviewQueue: QueueReader {
  /// The policy in force.
  var policy: QueuePolicy { get }

  /// Records a delivery and applies its effect, once: a second delivery with the same id has no effect.
  func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt

  /// Enqueues a job without a delivery, as in the daemon's reconciliation.
  func request(_ request: JobRequest) async throws(QueueError) -> QueueOutcome

  /// Claims the next job: the most urgent first, then of the repository with the fewest running builds, then of
  /// repositories in turn, then the one that has waited longest. Before that, jobs with an expired lease are queued
  /// again.
  ///
  /// Builds of paused repositories are excluded, and so is a second job of a kind for one pull request. A job is held for
  /// a worker with its labels (``QueuePolicy/labelHold``), and the first attempt of a build for the machine of its
  /// repository's last build (``QueuePolicy/machinePreference``).
  ///
  /// - Returns: `nil` if no job may start.
  func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease?

  /// - Throws: ``QueueError/Code/leaseLost``, here and in every call under a lease.
  func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal

  @discardableResult
  func finish(_ lease: Lease, _ ending: JobEnding) async throws(QueueError) -> ReviewJob

  /// Queues a failed job for a retry, or ends it as ``ReviewJob/State/dead``.
  @discardableResult
  func fail(_ lease: Lease, _ failure: JobFailure) async throws(QueueError) -> ReviewJob

  /// Queues the job again as if it had not been claimed, because the daemon stops.
  @discardableResult
  func giveBack(_ lease: Lease) async throws(QueueError) -> ReviewJob

  /// Cancels a job that is open, and requests that a running one stop. A finished one stays as it is. Its head counts
  /// as reviewed, so that reconciliation does not enqueue it again.
  ///
  /// - Throws: ``QueueError/Code/notFound``.
  @discardableResult
  func cancel(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob

  /// Cancels all open and running jobs of a pull request.
  @discardableResult
  func cancel(_ request: CancelRequest) async throws(QueueError) -> QueueOutcome

  /// Cancels all open and running jobs of a repository that no longer exists, and forgets its publications and its
  /// reviewed heads. Approvals and finished jobs are kept as long as others.
  ///
  /// - Returns: the number of cancelled jobs and forgotten publications.
  @discardableResult
  func settle(_ repository: RepositoryReference) async throws(QueueError) -> Int

  /// Queues a finished job again.
  ///
  /// - Returns: the job, or the newer open job that replaced it.
  /// - Throws: ``QueueError/Code/notFound``; ``QueueError/Code/invalid`` for a job that is running.
  @discardableResult
  func retry(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob

  /// Queues a dead job again that failed because of an outage (``ReviewJob/Revival/due``), once. Call it when the outage
  /// is over.
  ///
  /// - Returns: the job; `nil` if it is not such a job, or an open one replaces it.
  @discardableResult
  func revive(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob?

  /// Records an approval and queues the jobs that waited for it.
  ///
  /// - Returns: these jobs.
  @discardableResult
  func approve(_ approval: Approval) async throws(QueueError) -> [ReviewJob.ID]

  /// Records an intended publication in the outbox, so that after a crash it is searched for and not created twice.
  ///
  /// - Throws: ``QueueError/Code/cancelled`` for the comment of a job that was cancelled: it would replace that of a
  ///   newer one.
  func record(
    _ key: PublicationKey, fingerprint: String, under lease: Lease
  ) async throws(QueueError) -> OutboxEntry

  /// Performs and records an operator's change.
  ///
  /// A pause stops the start of builds of these repositories until they are resumed; commands and statuses go on. Running
  /// jobs continue, and deliveries are recorded. A repository stays paused while its forge is.
  ///
  /// - Throws: as ``retry(_:)`` and the function to cancel a job; nothing is recorded then.
  @discardableResult
  func perform(
    _ action: OperatorAction, by attribution: Attribution
  ) async throws(QueueError) -> OperatorActionResult

  /// Causes all publications of the pull request to be written again, because the forge does not show the confirmed
  /// ones, as after the restore of a backup.
  func forgetPublications(of pullRequest: PullRequestReference) async throws(QueueError)

  /// Confirms that the forge shows the recorded publication.
  func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) async throws(QueueError)

  /// Queues jobs with an expired lease again, or ends them as ``ReviewJob/State/dead``.
  @discardableResult
  func reclaim() async throws(QueueError) -> [ReviewJob.ID]

  /// Deletes records that exceed the policy's retention.
  ///
  /// - Returns: the number of deleted records.
  @discardableResult
  func sweep() async throws(QueueError) -> Int

  /// Calls `onChange` soon after changes by other processes, not once for each, until the queue is closed. A call can
  /// be lost with a connection; after that, and once at the beginning, it is called with ``QueueChange/all``. Supports
  /// one listener.
  func listen(_ onChange: @escaping @Sendable (QueueChange) -> Void)

  /// Notifies other processes of an event that is not a change to the queue.
  func notifyOthers(of change: QueueChange)

  /// Makes this process the keeper, unless another one is: the process that reconciles, settles and sweeps.
  ///
  /// - Returns: its term, or `nil` while another process is the keeper. Call it periodically: a term ends when the
  ///   queue is closed or its connection is lost, and another process may have been the keeper since.
  func becomeKeeper() async throws(QueueError) -> KeeperTerm?

  /// Finishes the steps in progress and closes the queue; later steps are refused.
  func close() async throws(QueueError)
}

/// An uninterrupted period in which one process is the keeper.
package struct KeeperTerm: Hashable, Sendable {
  /// Unique for each term.
  package let name: String

  package init(name: String) { self.name = name }
}

extension ReviewQueue {
  /// The default implementation, for an engine that only one process uses.
  package func listen(_ onChange: @escaping @Sendable (QueueChange) -> Void) {}
  package func notifyOthers(of change: QueueChange) {}
  package func becomeKeeper() async throws(QueueError) -> KeeperTerm? { KeeperTerm(name: "process") }

  /// Pauses the start of builds; see ``perform(_:by:)``.
  package func pause(_ scope: PauseScope, by author: String) async throws(QueueError) {
    try await perform(.pause(scope), by: Attribution(person: author))
  }

  /// Ends a pause.
  ///
  /// - Returns: whether the scope was paused.
  package func resume(_ scope: PauseScope) async throws(QueueError) -> Bool {
    try await perform(.resume(scope), by: Attribution(person: "operator")).wasPaused ?? false
  }

  /// Claims a job of any lane, forge and repository; see ``claim(by:_:)``.
  package func claim(by owner: String) async throws(QueueError) -> Lease? {
    try await claim(by: owner, ClaimScope())
  }
}

/// Read access to a queue.
package protocol QueueReader: Sendable {
  /// The queue's own time. It never goes back when the machine's clock is set.
  var now: Timestamp { get async throws(QueueError) }

  func jobs(_ filter: JobFilter) async throws(QueueError) -> [ReviewJob]

  func job(_ id: ReviewJob.ID) async throws(QueueError) -> ReviewJob?

  func delivery(_ id: String, from forge: String) async throws(QueueError) -> RecordedDelivery?

  /// Returns the recorded publications of a pull request.
  func publications(of pullRequest: PullRequestReference) async throws(QueueError) -> [PublicationRecord]

  /// Returns the commit statuses that are not final: those confirmed with a fingerprint that starts with `mark`, and
  /// those recorded and not confirmed. Of all pull requests, the oldest first, 1,000 at most.
  func unsettledPublications(marked mark: String) async throws(QueueError) -> [PublicationRecord]

  /// Returns all repositories in the queue's records.
  func repositories() async throws(QueueError) -> [RepositoryReference]

  /// Returns the commit of the last review that was completed, failed for good or was cancelled by an operator.
  func reviewedHead(of pullRequest: PullRequestReference) async throws(QueueError) -> CommitID?

  /// Returns whether exactly this commit is approved. Call it before running a head other than the job's.
  func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) async throws(QueueError) -> Bool

  /// Returns the approvals, the newest first.
  ///
  /// - Parameter limit: 1 to ``JobFilter/largestLimit``.
  func approvals(limit: Int) async throws(QueueError) -> [RecordedApproval]

  /// Returns the operators' commands, the newest first.
  ///
  /// - Parameters:
  ///   - job: only commands for this job; `nil` for all.
  ///   - limit: 1 to ``JobFilter/largestLimit``.
  func audit(of job: ReviewJob.ID?, limit: Int) async throws(QueueError) -> [AuditRecord]

  /// Returns the pauses, sorted by name.
  func pauses() async throws(QueueError) -> [Pause]

  /// Returns the time when the next delayed job is due or the next lease expires, whichever is first.
  func nextDue() async throws(QueueError) -> Timestamp?

  func statistics() async throws(QueueError) -> QueueStatistics
}

/// A filter for a list of jobs, the newest first.
package struct JobFilter: Hashable, Sendable {
  package static let largestLimit = 1_000

  /// Empty means all.
  package var states: Set<ReviewJob.State>
  package var pullRequest: PullRequestReference?
  /// Only jobs older than this one, the last of the previous page.
  package var before: ReviewJob.ID?
  /// 1 to 1,000.
  package let limit: Int

  package init(
    states: Set<ReviewJob.State> = [], pullRequest: PullRequestReference? = nil, before: ReviewJob.ID? = nil,
    limit: Int = 100
  ) {
    self.states = states
    self.pullRequest = pullRequest
    self.before = before
    self.limit = min(max(limit, 1), Self.largestLimit)
  }
}

/// The statistics of a queue, for metrics, health checks and display.
package struct QueueStatistics: Hashable, Sendable {
  /// Jobs that could start now.
  package var ready = 0
  /// Queued jobs that are not due.
  package var delayed = 0
  /// Jobs that wait for an approval.
  package var waiting = 0
  package var running = 0
  /// Builds that could start now, by the labels that they require: one that requires several is counted for each.
  package var readyBuilds: [WorkerLabel: Int] = [:]
  /// Builds that could start now on any machine.
  package var readyBuildsAnywhere = 0
  /// Dead jobs that are still recorded.
  package var dead = 0
  /// The number of pauses.
  package var pauses = 0
  /// The earliest ``ReviewJob/queuedAt`` of a queued job, without the builds of paused repositories.
  package var oldestQueuedAt: Timestamp?
  /// Jobs by their final state since the queue was created, counted each time that they ended.
  package var ended: [ReviewJob.State: Int] = [:]
  /// Deliveries by their outcome since the queue was created, without duplicates.
  package var deliveries: [QueueOutcome.Kind: Int] = [:]
  package var duplicates = 0
  /// The queue's time, to compare ``oldestQueuedAt`` with.
  package var now: Timestamp

  package init(now: Timestamp) {
    self.now = now
  }
}
