// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// Read access to a queue.
package protocol QueueReader: Sendable {
  /// The queue's own time. It never goes back when the machine's clock is set.
  var now: Timestamp { get async throws(QueueError) }

  func read<Value: Sendable>(
    _ query: @escaping @Sendable (any QueueRecords) throws -> Value
  ) async throws(QueueError) -> Value
}

/// The records of a queue.
package protocol QueueRecords {
  func jobs(_ filter: JobFilter) throws -> [ReviewJob]

  func job(_ id: ReviewJob.ID) throws -> ReviewJob?

  func delivery(_ id: String, from forge: String) throws -> RecordedDelivery?

  /// Returns the recorded publications of a pull request.
  func publications(of pullRequest: PullRequestReference) throws -> [PublicationRecord]

  /// Returns the commit statuses that are not final: those confirmed with a fingerprint that starts with `mark`, and
  /// those recorded and not confirmed. Of all pull requests, the oldest first, 1,000 at most.
  func unsettledPublications(marked mark: String) throws -> [PublicationRecord]

  /// Returns all repositories in the queue's records.
  func repositories() throws -> [RepositoryReference]

  /// Returns the commit of the last review that was completed, failed for good or was cancelled by an operator.
  func reviewedHead(of pullRequest: PullRequestReference) throws -> CommitID?

  /// Returns whether exactly this commit is approved. Call it before running a head other than the job's.
  func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) throws -> Bool

  /// Returns the findings to leave out of the review of exactly this commit, in the order of their identifiers.
  func ignoreRequests(at head: CommitID, of pullRequest: PullRequestReference) throws -> [IgnoreRequest]

  /// Returns the approvals, the newest first.
  ///
  /// - Parameter limit: 1 to ``JobFilter/largestLimit``.
  func approvals(limit: Int) throws -> [RecordedApproval]

  /// Returns the operators' commands, the newest first.
  ///
  /// - Parameters:
  ///   - job: only commands for this job; `nil` for all.
  ///   - limit: 1 to ``JobFilter/largestLimit``.
  func audit(of job: ReviewJob.ID?, limit: Int) throws -> [AuditRecord]

  /// Returns the pauses, sorted by name.
  func pauses() throws -> [Pause]

  /// Returns the time when the next delayed job is due or the next lease expires, whichever is first.
  func nextDue() throws -> Timestamp?

  func statistics() throws -> QueueStatistics
}

/// Each query by itself; see ``QueueRecords``.
extension QueueReader {
  package func jobs(_ filter: JobFilter) async throws(QueueError) -> [ReviewJob] {
    try await read { try $0.jobs(filter) }
  }

  package func job(_ id: ReviewJob.ID) async throws(QueueError) -> ReviewJob? { try await read { try $0.job(id) } }

  package func delivery(_ id: String, from forge: String) async throws(QueueError) -> RecordedDelivery? {
    try await read { try $0.delivery(id, from: forge) }
  }

  package func publications(of pullRequest: PullRequestReference) async throws(QueueError) -> [PublicationRecord] {
    try await read { try $0.publications(of: pullRequest) }
  }

  package func unsettledPublications(marked mark: String) async throws(QueueError) -> [PublicationRecord] {
    try await read { try $0.unsettledPublications(marked: mark) }
  }

  package func repositories() async throws(QueueError) -> [RepositoryReference] {
    try await read { try $0.repositories() }
  }

  package func reviewedHead(of pullRequest: PullRequestReference) async throws(QueueError) -> CommitID? {
    try await read { try $0.reviewedHead(of: pullRequest) }
  }

  package func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) async throws(QueueError) -> Bool {
    try await read { try $0.isApproved(head, of: pullRequest) }
  }

  package func ignoreRequests(
    at head: CommitID, of pullRequest: PullRequestReference
  ) async throws(QueueError) -> [IgnoreRequest] {
    try await read { try $0.ignoreRequests(at: head, of: pullRequest) }
  }

  package func approvals(limit: Int) async throws(QueueError) -> [RecordedApproval] {
    try await read { try $0.approvals(limit: limit) }
  }

  package func audit(of job: ReviewJob.ID?, limit: Int) async throws(QueueError) -> [AuditRecord] {
    try await read { try $0.audit(of: job, limit: limit) }
  }

  package func pauses() async throws(QueueError) -> [Pause] { try await read { try $0.pauses() } }

  package func nextDue() async throws(QueueError) -> Timestamp? { try await read { try $0.nextDue() } }

  package func statistics() async throws(QueueError) -> QueueStatistics { try await read { try $0.statistics() } }
}

/// A filter for a list of jobs, the newest first.
package struct JobFilter: Hashable, Sendable {
  package static let largestLimit = 1_000

  /// Empty means all.
  package var states: Set<ReviewJob.State>
  /// Empty means all.
  package var kinds: Set<ReviewJob.Kind>
  package var repository: RepositoryReference?
  package var pullRequest: PullRequestReference?
  /// Only jobs older than this one, the last of the previous page.
  package var before: ReviewJob.ID?
  /// 1 to 1,000.
  package let limit: Int

  package init(
    states: Set<ReviewJob.State> = [], kinds: Set<ReviewJob.Kind> = [], repository: RepositoryReference? = nil,
    pullRequest: PullRequestReference? = nil, before: ReviewJob.ID? = nil, limit: Int = 100
  ) {
    self.states = states
    self.kinds = kinds
    self.repository = repository
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
