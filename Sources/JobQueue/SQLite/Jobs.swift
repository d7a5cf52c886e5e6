// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import GRDB
import ReviewContract

/// Reading and writing jobs and deliveries.
extension QueueTransaction {
  func job(_ id: ReviewJob.ID) throws -> StoredJob? {
    try firstJob(Self.numbered, [id.number])
  }

  /// Decodes the columns from the statement, without a copy of the row.
  private func firstJob(_ sql: String, _ arguments: StatementArguments) throws -> StoredJob? {
    let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
    // The end of the cursor resets its statement.
    return try withExtendedLifetime(rows) { try rows.next().map { try StoredJob($0) } }
  }

  /// Returns the jobs whose ids a query returns, the oldest first.
  func jobs(_ ids: String, _ arguments: StatementArguments) throws -> [StoredJob] {
    try Int64.fetchAll(database.cachedStatement(sql: ids), arguments: arguments).sorted()
      .compactMap { try job(ReviewJob.ID($0)) }
  }

  /// The index is named and the rows are sorted in Swift, because SQLite would rather scan finished jobs than sort.
  static let openOfPullRequest = """
    SELECT id FROM job INDEXED BY job_one_open WHERE pull_request = ? AND state IN ('waiting', 'queued')
    """
  private static let numbered = StoredJob.selection + " WHERE j.id = ?"
  private static let open =
    StoredJob.selection
    + " WHERE j.pull_request = ? AND j.kind = ? AND j.subject = ? AND j.state IN ('waiting', 'queued')"
  private static let running =
    StoredJob.selection + " WHERE j.pull_request = ? AND j.kind = ? AND j.state = 'running'"
  static let closing = """
    UPDATE job INDEXED BY job_one_running SET cancellation = 'closed'
    WHERE pull_request = ? AND state = 'running' AND cancellation IS NOT 'closed'
    """
  static let expired = "SELECT id FROM job INDEXED BY job_lease WHERE state = 'running' AND lease_until <= ?"

  /// Returns the job that is waiting or queued.
  func openJob(of pullRequest: Int64, _ kind: ReviewJob.Kind, _ subject: String) throws -> StoredJob? {
    try firstJob(Self.open, [pullRequest, kind.rawValue, subject])
  }

  func runningJob(of pullRequest: Int64, _ kind: ReviewJob.Kind) throws -> StoredJob? {
    try firstJob(Self.running, [pullRequest, kind.rawValue])
  }

  func openJobs(of pullRequest: Int64) throws -> [StoredJob] { try jobs(Self.openOfPullRequest, [pullRequest]) }

  func closeRunning(of pullRequest: Int64) throws -> Int {
    try run(Self.closing, [pullRequest])
    return database.changesCount
  }

  func insert(_ job: ReviewJob, _ pullRequest: StoredPullRequest) throws -> ReviewJob.ID {
    let stored = StoredJob(job: job, pullRequest: pullRequest.id, repository: pullRequest.repository)
    try execute(Self.insertion, (StoredJobColumn.fixed + StoredJobColumn.changing).map { $0.value(stored, self) })
    return ReviewJob.ID(database.lastInsertedRowID)
  }

  func save(_ stored: StoredJob) throws {
    try execute(Self.update, StoredJobColumn.changing.map { $0.value(stored, self) } + [SQLValue(stored.job.id.number)])
  }

  private static let insertion = {
    let columns = StoredJobColumn.fixed + StoredJobColumn.changing
    return """
      INSERT INTO job(\(columns.map(\.name).joined(separator: ", ")))
      VALUES(\(columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")))
      """
  }()

  private static let update =
    "UPDATE job SET " + StoredJobColumn.changing.enumerated().map { "\($1.name) = $\($0 + 1)" }.joined(separator: ", ")
    + " WHERE id = $\(StoredJobColumn.changing.count + 1)"

  // MARK: Deliveries

  func delivery(_ id: String, from forge: String) throws -> RecordedDelivery? {
    try QueueQueries(database: database) { [now] in now }.delivery(id, from: forge)
  }

  func insert(_ delivery: Delivery, _ outcome: QueueOutcome) throws {
    try run(
      """
      INSERT INTO delivery(forge, guid, event, action, repository_forge, repository_name, number, head, base,
        body_digest, received_at, outcome, job)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        delivery.forge, delivery.id, delivery.event, delivery.action, delivery.pullRequest?.repository.forge,
        delivery.pullRequest?.repository.name, delivery.pullRequest?.number, delivery.head?.hex, delivery.base?.hex,
        delivery.bodyDigest, now.milliseconds, outcome.kind.rawValue, outcome.job?.number,
      ])
  }
}
