// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Keeps what must outlive the daemon: deliveries, jobs and what was published.
///
/// Each function is one step that happens as a whole or not at all, and is on disk when it returns. Functions may be called by
/// many tasks at once.
///
/// Of a pull request at most one job of a kind and subject is open (waiting or queued), and at most one of a kind runs.
package protocol ReviewQueue: QueueReader {
  /// Remembers a delivery together with its effect, once: a second delivery of the same id has none.
  func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt

  /// Asks for a job without a delivery, as the daemon does for what it found by itself.
  func request(_ request: JobRequest) async throws(QueueError) -> QueueOutcome

  /// Takes the job whose turn it is: the most urgent first, then repositories in turn, those with less running first,
  /// then the one that waits longest. Jobs whose lease ended are queued again before.
  ///
  /// - Returns: `nil` when there is nothing that may start.
  func claim(by owner: String) async throws(QueueError) -> Lease?

  /// - Throws: ``QueueError/Code/leaseLost``, here and in every call under a lease.
  func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal

  @discardableResult
  func finish(_ lease: Lease, _ ending: JobEnding) async throws(QueueError) -> ReviewJob

  /// Has the job tried again later, or gives it up.
  @discardableResult
  func fail(_ lease: Lease, _ failure: JobFailure) async throws(QueueError) -> ReviewJob

  /// Puts the job back as if it had not been claimed: the daemon ends, not the job.
  @discardableResult
  func giveBack(_ lease: Lease) async throws(QueueError) -> ReviewJob

  /// Cancels a job that is open, and asks one that runs to stop. A finished one stays as it is. Its head counts as reviewed, so
  /// that nobody asks for it again who only looks for what was missed.
  ///
  /// - Throws: ``QueueError/Code/notFound``.
  @discardableResult
  func cancel(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob

  /// Cancels all open and running jobs of a pull request.
  @discardableResult
  func cancel(_ request: CancelRequest) async throws(QueueError) -> QueueOutcome

  /// Queues a dead or cancelled job once more.
  ///
  /// - Returns: the job, or the newer one that is open in its place.
  /// - Throws: ``QueueError/Code/notFound``; ``QueueError/Code/invalid`` for a job in another state.
  @discardableResult
  func retry(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob

  /// Remembers an approval and queues the jobs that waited for it.
  ///
  /// - Returns: these jobs.
  @discardableResult
  func approve(_ approval: Approval) async throws(QueueError) -> [ReviewJob.ID]

  /// Remembers that something is about to be published, so that after a crash it is looked for and not made twice.
  ///
  /// - Throws: ``QueueError/Code/cancelled`` for the comment of a job that was cancelled: it would replace that of a
  ///   newer one.
  func announce(
    _ key: PublicationKey, fingerprint: String, under lease: Lease
  ) async throws(QueueError) -> PublicationDuty

  /// Remembers that the forge shows what was announced.
  func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) async throws(QueueError)

  /// Queues the jobs again whose lease ended, or gives them up.
  @discardableResult
  func reclaim() async throws(QueueError) -> [ReviewJob.ID]

  /// Forgets what is older than the policy says.
  ///
  /// - Returns: how many records went.
  @discardableResult
  func sweep() async throws(QueueError) -> Int

  /// Finishes what was begun. Everything afterwards is refused.
  func close() async throws(QueueError)
}
