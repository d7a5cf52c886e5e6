// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The steps of a queue, inside one transaction of an engine.
package protocol QueueSteps {
  /// Enqueues a job without a delivery, as in the daemon's reconciliation.
  mutating func request(_ request: JobRequest) throws -> QueueOutcome

  mutating func finish(_ lease: Lease, _ ending: JobEnding) throws -> ReviewJob

  /// Queues a failed job for a retry, or ends it as ``ReviewJob/State/dead``.
  mutating func fail(_ lease: Lease, _ failure: JobFailure) throws -> ReviewJob

  /// Queues the job again as if it had not been claimed, because the daemon stops.
  mutating func giveBack(_ lease: Lease) throws -> ReviewJob

  /// Cancels a job that is open, and requests that a running one stop. A finished one stays as it is. Its head counts
  /// as reviewed, so that reconciliation does not enqueue it again.
  ///
  /// - Throws: ``QueueError/Code/notFound``.
  mutating func cancel(_ job: ReviewJob.ID) throws -> ReviewJob

  /// Cancels all open and running jobs of a closed pull request, unless the forge reported a newer state.
  mutating func cancel(_ request: CancelRequest) throws -> QueueOutcome

  /// Cancels all open and running jobs of a repository that no longer exists, and forgets its publications and its
  /// reviewed heads. Approvals and finished jobs are kept as long as others.
  ///
  /// - Returns: the number of cancelled jobs and forgotten publications.
  mutating func settle(_ repository: RepositoryReference) throws -> Int

  /// Queues a finished job again.
  ///
  /// - Returns: the job, or the newer open job that replaced it.
  /// - Throws: ``QueueError/Code/notFound``; ``QueueError/Code/invalid`` for a job that is running.
  mutating func retry(_ job: ReviewJob.ID) throws -> ReviewJob

  /// Queues a dead job again that failed because of an outage (``ReviewJob/Revival/due``), once. Call it when the outage
  /// is over.
  ///
  /// - Returns: the job; `nil` if it is not such a job, or an open one replaces it.
  mutating func revive(_ job: ReviewJob.ID) throws -> ReviewJob?

  /// Records an approval and queues the jobs that waited for it.
  ///
  /// - Returns: these jobs.
  mutating func approve(_ approval: Approval) throws -> [ReviewJob.ID]

  /// Records that a finding is left out of the review of exactly this commit.
  ///
  /// - Returns: whether it was not recorded before.
  mutating func ignore(
    _ request: IgnoreRequest, at head: CommitID, of pullRequest: PullRequestReference
  ) throws -> Bool

  /// Performs and records an operator's command.
  ///
  /// A pause stops the start of builds of these repositories until they are resumed; commands and statuses go on. Running
  /// jobs continue, and deliveries are recorded. A repository stays paused while its forge is.
  ///
  /// - Throws: as ``retry(_:)`` and the function to cancel a job; nothing is recorded then.
  mutating func perform(_ command: OperatorCommand, by attribution: Attribution) throws -> OperatorActionResult

  /// Causes all publications of the pull request to be written again, because the forge does not show the confirmed
  /// ones, as after the restore of a backup.
  mutating func forgetPublications(of pullRequest: PullRequestReference) throws

  /// Records an intended publication in the outbox, so that after a crash it is searched for and not created twice.
  ///
  /// - Throws: ``QueueError/Code/cancelled`` for the comment of a job that was cancelled: it would replace that of a
  ///   newer one.
  mutating func record(_ key: PublicationKey, fingerprint: String, under lease: Lease) throws -> OutboxEntry

  /// Confirms that the forge shows the recorded publication.
  mutating func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) throws
}

/// The steps with the checks of their arguments; see ``QueueSteps``.
extension ReviewQueue {
  package func request(_ request: JobRequest) async throws(QueueError) -> QueueOutcome {
    try request.check()
    return try await perform { try $0.request(request) }
  }

  @discardableResult
  package func finish(_ lease: Lease, _ ending: JobEnding) async throws(QueueError) -> ReviewJob {
    try ending.check()
    return try await perform { try $0.finish(lease, ending) }
  }

  @discardableResult
  package func fail(_ lease: Lease, _ failure: JobFailure) async throws(QueueError) -> ReviewJob {
    try await perform { try $0.fail(lease, failure) }
  }

  @discardableResult
  package func giveBack(_ lease: Lease) async throws(QueueError) -> ReviewJob {
    try await perform { try $0.giveBack(lease) }
  }

  @discardableResult
  package func cancel(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob {
    try await perform { try $0.cancel(job) }
  }

  @discardableResult
  package func cancel(_ request: CancelRequest) async throws(QueueError) -> QueueOutcome {
    try request.pullRequest.check()
    return try await perform { try $0.cancel(request) }
  }

  @discardableResult
  package func settle(_ repository: RepositoryReference) async throws(QueueError) -> Int {
    try repository.check()
    return try await perform { try $0.settle(repository) }
  }

  @discardableResult
  package func retry(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob {
    try await perform { try $0.retry(job) }
  }

  @discardableResult
  package func revive(_ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob? {
    try await perform { try $0.revive(job) }
  }

  @discardableResult
  package func approve(_ approval: Approval) async throws(QueueError) -> [ReviewJob.ID] {
    try approval.check()
    return try await perform { try $0.approve(approval) }
  }

  @discardableResult
  package func ignore(
    _ request: IgnoreRequest, at head: CommitID, of pullRequest: PullRequestReference
  ) async throws(QueueError) -> Bool {
    try pullRequest.check()
    try QueueError.check(request.account, "the account's name", QueueLimits.name)
    try QueueError.check(request.identifier, "the identifier of a finding", QueueLimits.name)
    return try await perform { try $0.ignore(request, at: head, of: pullRequest) }
  }

  @discardableResult
  package func perform(
    _ command: OperatorCommand, by attribution: Attribution
  ) async throws(QueueError) -> OperatorActionResult {
    try command.check()
    try attribution.check()
    return try await perform { try $0.perform(command, by: attribution) }
  }

  package func forgetPublications(of pullRequest: PullRequestReference) async throws(QueueError) {
    try pullRequest.check()
    _ = try await perform { steps in
      try steps.forgetPublications(of: pullRequest)
      return true
    }
  }

  package func record(
    _ key: PublicationKey, fingerprint: String, under lease: Lease
  ) async throws(QueueError) -> OutboxEntry {
    try key.check()
    try QueueError.check(fingerprint, "the fingerprint", 64)
    return try await perform { try $0.record(key, fingerprint: fingerprint, under: lease) }
  }

  package func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) async throws(QueueError) {
    try key.check()
    try QueueError.check(remoteID, "the forge's id", QueueLimits.remoteID)
    _ = try await perform { steps in
      try steps.confirm(key, remoteID: remoteID, under: lease)
      return true
    }
  }
}
