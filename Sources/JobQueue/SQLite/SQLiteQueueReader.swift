// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import GRDB
import ReviewContract

/// A reader of a queue's file, on its own connection, which does not wait for the writer.
final class SQLiteQueueReader: QueueReader {
  private let connection: DatabaseQueue
  private let time: @Sendable () -> Timestamp

  /// Opens an existing queue.
  convenience init(_ settings: JobQueueSettings) throws(QueueError) {
    let clock = settings.clock
    try self.init(settings) { clock.now }
  }

  init(_ settings: JobQueueSettings, now: @escaping @Sendable () -> Timestamp) throws(QueueError) {
    connection = try QueueFile.openForReading(settings.file)
    time = now
  }

  var now: Timestamp { time() }

  func jobs(_ filter: JobFilter) async throws(QueueError) -> [ReviewJob] {
    try await read { try QueueQueries.jobs(filter, $0) }
  }

  func job(_ id: ReviewJob.ID) async throws(QueueError) -> ReviewJob? {
    try await read { try QueueQueries.job(id, $0) }
  }

  func delivery(_ id: String, from forge: String) async throws(QueueError) -> RecordedDelivery? {
    try await read { try QueueQueries.delivery(id, forge, $0) }
  }

  func publications(of pullRequest: PullRequestReference) async throws(QueueError) -> [PublicationRecord] {
    try await read { try QueueQueries.publications(pullRequest, $0) }
  }

  func unsettledPublications(marked mark: String) async throws(QueueError) -> [PublicationRecord] {
    try await read { try QueueQueries.unsettledPublications(marked: mark, $0) }
  }

  func repositories() async throws(QueueError) -> [RepositoryReference] {
    try await read { try QueueQueries.repositories($0) }
  }

  func reviewedHead(of pullRequest: PullRequestReference) async throws(QueueError) -> CommitID? {
    try await read { try QueueQueries.reviewedHead(pullRequest, $0) }
  }

  func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) async throws(QueueError) -> Bool {
    try await read { try QueueQueries.isApproved(head, pullRequest, $0) }
  }

  func approvals(limit: Int) async throws(QueueError) -> [RecordedApproval] {
    try await read { try QueueQueries.approvals(limit, $0) }
  }

  func audit(of job: ReviewJob.ID?, limit: Int) async throws(QueueError) -> [AuditRecord] {
    try await read { try QueueQueries.audit(job, limit, $0) }
  }

  func pauses() async throws(QueueError) -> [Pause] { try await read { try QueueQueries.pauses($0) } }

  func nextDue() async throws(QueueError) -> Timestamp? {
    try await read { try QueueQueries.nextDue($0) }
  }

  func statistics() async throws(QueueError) -> QueueStatistics {
    let time = time
    return try await read { try QueueQueries.statistics(now: time(), $0) }
  }

  func close() throws(QueueError) {
    do { try connection.close() } catch { throw QueueError(error, connection.path) }
  }

  private func read<Value: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Value
  ) async throws(QueueError) -> Value {
    let path = connection.path
    // GRDB's own `read` waits for a task that may be cancelled; this one always returns a result.
    let result: Result<Value, QueueError> = await withCheckedContinuation { continuation in
      connection.asyncRead { opened in
        do {
          continuation.resume(returning: .success(try query(opened.get())))
        } catch {
          continuation.resume(returning: .failure(QueueError(error, path)))
        }
      }
    }
    return try result.get()
  }
}
