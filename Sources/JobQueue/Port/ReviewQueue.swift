// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Keeps what must outlive the daemon: deliveries, jobs and what was published.
///
/// Each function is one step that happens as a whole or not at all, and is on disk when it returns. Functions may be
/// called by many tasks at once.
///
/// Of a pull request at most one job of a kind and subject is open (waiting or queued), and at most one of a kind runs.
package protocol ReviewQueue: QueueReader {
  /// How it decides at present.
  var policy: QueuePolicy { get }

  /// Remembers a delivery together with its effect, once: a second delivery of the same id has none.
  func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt

  /// Enqueues a job without a delivery, as the daemon does in its reconciliation.
  func request(_ request: JobRequest) async throws(QueueError) -> QueueOutcome

  /// Takes the job whose turn it is: the most urgent first, then repositories in turn, those with less running first,
  /// then the one that waits longest. Jobs whose lease ended are queued again before.
  ///
  /// Jobs of paused repositories are left out, and so is a second job of a kind for one pull request. A job waits a while
  /// for a worker with its labels (``QueuePolicy/labelHold``), and the first attempt of a build for the machine that ran the
  /// last one of its repository (``QueuePolicy/machinePreference``).
  ///
  /// - Returns: `nil` when there is nothing that may start.
  func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease?

  /// - Throws: ``QueueError/Code/leaseLost``, here and in every call under a lease.
  func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal

  @discardableResult
  func finish(_ lease: Lease, _ ending: JobEnding) async throws(QueueError) -> ReviewJob

  /// Has the job tried again later, or gives it up.
  @discardableResult
  func fail(_ lease: Lease, _ failure: JobFailure) async throws(QueueError) -> ReviewJob

  /// Puts the job back as if it had not been claimed, because the daemon ends.
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

  /// Queues a finished job once more.
  ///
  /// - Returns: the job, or the newer one that is open in its place.
  /// - Throws: ``QueueError/Code/notFound``; ``QueueError/Code/invalid`` for a job that is running.
  @discardableResult
  func retry(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob

  /// Remembers an approval and queues the jobs that waited for it.
  ///
  /// - Returns: these jobs.
  @discardableResult
  func approve(_ approval: Approval) async throws(QueueError) -> [ReviewJob.ID]

  /// Records in the outbox that something is about to be published, so that after a crash it is looked for and not created
  /// twice.
  ///
  /// - Throws: ``QueueError/Code/cancelled`` for the comment of a job that was cancelled: it would replace that of a
  ///   newer one.
  func record(
    _ key: PublicationKey, fingerprint: String, under lease: Lease
  ) async throws(QueueError) -> OutboxEntry

  /// Starts no jobs of these repositories until they are resumed. Running jobs go on, and deliveries are recorded.
  func pause(_ scope: PauseScope, by author: String) async throws(QueueError)

  /// - Returns: whether the scope was paused. A repository stays paused while its forge is.
  @discardableResult
  func resume(_ scope: PauseScope) async throws(QueueError) -> Bool

  /// Has everything about the pull request published again, because the forge shows something else than was confirmed,
  /// as after the restore of a backup.
  func forgetPublications(of pullRequest: PullRequestReference) async throws(QueueError)

  /// Confirms that the forge shows what was recorded.
  func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) async throws(QueueError)

  /// Queues the jobs again whose lease ended, or gives them up.
  @discardableResult
  func reclaim() async throws(QueueError) -> [ReviewJob.ID]

  /// Forgets what is older than the policy says.
  ///
  /// - Returns: how many records went.
  @discardableResult
  func sweep() async throws(QueueError) -> Int

  /// Has `onChange` called after changes by other processes until the queue is closed, soon after each but not once for
  /// each. A call can be lost with a connection; then, and once in the beginning, it is called with
  /// ``QueueChange/all``. For one listener.
  func listen(_ onChange: @escaping @Sendable (QueueChange) -> Void)

  /// Notifies other processes of something that is no change to the queue.
  func notifyOthers(of change: QueueChange)

  /// Makes this process the keeper, unless another one is: the process that reconciles, settles and sweeps.
  ///
  /// - Returns: its term, or `nil` while another process is the keeper. To be asked again from time to time: a term ends
  ///   when the queue is closed, or its connection is lost, and another process may have been the keeper since.
  func becomeKeeper() async throws(QueueError) -> KeeperTerm?

  /// Finishes what was begun. Everything afterwards is refused.
  func close() async throws(QueueError)
}

/// One time without an interruption that a process is the keeper.
package struct KeeperTerm: Hashable, Sendable {
  /// Different for each.
  package let name: String

  package init(name: String) { self.name = name }
}

extension ReviewQueue {
  /// Of an engine that only one process uses.
  package func listen(_ onChange: @escaping @Sendable (QueueChange) -> Void) {}
  package func notifyOthers(of change: QueueChange) {}
  package func becomeKeeper() async throws(QueueError) -> KeeperTerm? { KeeperTerm(name: "process") }

  /// Claims a job of any lane, forge and repository; see ``claim(by:_:)``.
  package func claim(by owner: String) async throws(QueueError) -> Lease? {
    try await claim(by: owner, ClaimScope())
  }
}

/// Looks at a queue, without changing it.
package protocol QueueReader: Sendable {
  /// The queue's own time. It never goes back when the machine's clock is set.
  var now: Timestamp { get async throws(QueueError) }

  func jobs(_ filter: JobFilter) async throws(QueueError) -> [ReviewJob]

  func job(_ id: ReviewJob.ID) async throws(QueueError) -> ReviewJob?

  func delivery(_ id: String, from forge: String) async throws(QueueError) -> RecordedDelivery?

  /// What is remembered of what a forge shows about a pull request.
  func publications(of pullRequest: PullRequestReference) async throws(QueueError) -> [PublicationRecord]

  /// The statuses of commits that are not final: what was confirmed with a fingerprint that begins with a mark, and
  /// what was recorded and not confirmed. Of all pull requests, the oldest first, 1,000 at most.
  func unsettledPublications(marked mark: String) async throws(QueueError) -> [PublicationRecord]

  /// All repositories with a job that is remembered.
  func repositories() async throws(QueueError) -> [RepositoryReference]

  /// The commit that was reviewed last, or whose review was given up last.
  func reviewedHead(of pullRequest: PullRequestReference) async throws(QueueError) -> CommitID?

  /// Whether exactly this commit is approved. To be called before running a head that is not the job's.
  func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) async throws(QueueError) -> Bool

  /// The newest first.
  ///
  /// - Parameter limit: 1 to ``JobFilter/largestLimit``.
  func approvals(limit: Int) async throws(QueueError) -> [RecordedApproval]

  /// What is paused, by name.
  func pauses() async throws(QueueError) -> [Pause]

  /// When a delayed job's time comes or a lease ends, whichever is first.
  func nextDue() async throws(QueueError) -> Timestamp?

  func statistics() async throws(QueueError) -> QueueStatistics
}

/// Which jobs to list, the newest first.
package struct JobFilter: Hashable, Sendable {
  package static let largestLimit = 1_000

  /// Empty means all.
  package var states: Set<ReviewJob.State>
  package var pullRequest: PullRequestReference?
  /// Only jobs that are older than this one: where the page before ended.
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

/// How a queue does: for metrics, health and people.
package struct QueueStatistics: Hashable, Sendable {
  /// Jobs that could start now.
  package var ready = 0
  /// Queued jobs whose time has not come.
  package var delayed = 0
  /// Jobs that wait for an approval.
  package var waiting = 0
  package var running = 0
  /// Builds that could start now, by the labels that they need: one that needs several is counted for each.
  package var readyBuilds: [WorkerLabel: Int] = [:]
  /// Builds that could start now on any machine.
  package var readyBuildsAnywhere = 0
  /// Given up, and still remembered.
  package var dead = 0
  /// How many pauses there are.
  package var pauses = 0
  /// Since when the job waits that waits longest in the queue.
  package var oldestQueuedAt: Timestamp?
  /// What was counted since the queue was made: jobs by the state they ended in, each time they did.
  package var ended: [ReviewJob.State: Int] = [:]
  /// Deliveries by their outcome, since the queue was made; duplicates left out.
  package var deliveries: [QueueOutcome.Kind: Int] = [:]
  package var duplicates = 0
  /// The queue's time, to compare ``oldestQueuedAt`` with.
  package var now: Timestamp

  package init(now: Timestamp) {
    self.now = now
  }
}
