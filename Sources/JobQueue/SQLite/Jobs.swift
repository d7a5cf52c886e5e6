// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import GRDB
import ReviewContract

/// Reading and writing jobs.
extension QueueTransaction {
  func job(_ id: ReviewJob.ID) throws -> StoredJob? {
    try row(StoredJob.selection + " WHERE j.id = ?", [id.number]).map(StoredJob.init)
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
  static let closing = """
    UPDATE job INDEXED BY job_one_running SET cancellation = 'closed'
    WHERE pull_request = ? AND state = 'running' AND cancellation IS NOT 'closed'
    """
  static let expired = "SELECT id FROM job INDEXED BY job_lease WHERE state = 'running' AND lease_until <= ?"

  /// Returns the job that is waiting or queued.
  func openJob(of pullRequest: Int64, _ kind: ReviewJob.Kind, _ subject: String) throws -> StoredJob? {
    try row(
      StoredJob.selection
        + " WHERE j.pull_request = ? AND j.kind = ? AND j.subject = ? AND j.state IN ('waiting', 'queued')",
      [pullRequest, kind.rawValue, subject]
    ).map(StoredJob.init)
  }

  func runningJob(of pullRequest: Int64, _ kind: ReviewJob.Kind) throws -> StoredJob? {
    try row(
      StoredJob.selection + " WHERE j.pull_request = ? AND j.kind = ? AND j.state = 'running'",
      [pullRequest, kind.rawValue]
    ).map(StoredJob.init)
  }

  func openJobs(of pullRequest: Int64) throws -> [StoredJob] { try jobs(Self.openOfPullRequest, [pullRequest]) }

  func closeRunning(of pullRequest: Int64) throws -> Int {
    try run(Self.closing, [pullRequest])
    return database.changesCount
  }

  func lastVerdict(of pullRequest: Int64, _ head: CommitID) throws -> String? {
    try String.fetchOne(
      database,
      sql: "SELECT coalesce(verdict, '') FROM job WHERE pull_request = ? AND kind = ? AND head = ? "
        + "AND state IN ('done', 'dead', 'cancelled') "
        + "ORDER BY id DESC LIMIT 1",
      arguments: [pullRequest, ReviewJob.Kind.review.rawValue, head.hex])
  }

  func insert(_ job: ReviewJob, _ pullRequest: StoredPullRequest) throws -> ReviewJob.ID {
    try run(
      """
      INSERT INTO job(repository, pull_request, kind, subject, head, base, needs_approval, labels, priority, state, ready,
        rank, attempts, losses, fence, queued_at, not_before, created_at)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?)
      """,
      [
        pullRequest.repository, pullRequest.id, job.kind.rawValue, job.subject, job.head.hex, job.base?.hex,
        job.needsApproval, StoredLabels.text(job.labels), job.priority.rawValue, job.state.rawValue, isReady(job),
        rank(of: job), job.queuedAt.milliseconds, job.notBefore.milliseconds, now.milliseconds,
      ])
    return ReviewJob.ID(database.lastInsertedRowID)
  }

  /// Writes all fields that can change.
  func save(_ stored: StoredJob) throws {
    let job = stored.job
    try run(
      """
      UPDATE job SET needs_approval = ?, labels = ?, priority = ?, state = ?, ready = ?, rank = ?, attempts = ?, losses = ?,
        owner = ?, fence = ?, lease_until = ?, cancellation = ?, error = ?, verdict = ?, queued_at = ?,
        not_before = ?, started_at = ?, finished_at = ?, revival = ?
      WHERE id = ?
      """,
      [
        job.needsApproval, StoredLabels.text(job.labels), job.priority.rawValue, job.state.rawValue, isReady(job),
        rank(of: job), job.attempts, job.losses, job.owner, job.fence, job.leaseExpiresAt?.milliseconds,
        job.cancellation?.rawValue, job.error,
        job.verdict, job.queuedAt.milliseconds, job.notBefore.milliseconds, job.startedAt?.milliseconds,
        job.finishedAt?.milliseconds, job.revival?.rawValue, job.id.number,
      ])
  }
}

extension StoredPullRequest {
  init(_ row: Row) throws {
    self.init(
      id: try row.decode(forColumn: "id"), repository: try row.decode(forColumn: "repository"),
      forgeUpdatedAt: try row.optionalTime("forge_updated_at"),
      reviewedHead: try row.optionalCommit("reviewed_head"), reviewedBase: try row.optionalCommit("reviewed_base"),
      cancellations: try row.decode(forColumn: "cancellations"))
  }
}

extension QueueTransaction {
  /// Finds or creates the pull request, and records its activity.
  func touch(_ reference: PullRequestReference) throws -> StoredPullRequest {
    let repository = try id(of: reference.repository)
    // Most pull requests are known, and many deliveries arrive at once: recent activity is not recorded again.
    if let known = try row(
      Self.untouched, [repository, reference.number, (now - StoredPullRequest.freshness).milliseconds])
    {
      return try StoredPullRequest(known)
    }
    let row = try row(
      """
      INSERT INTO pull_request(repository, number, touched_at) VALUES(?, ?, ?)
      ON CONFLICT DO UPDATE SET touched_at = excluded.touched_at RETURNING *
      """, [repository, reference.number, now.milliseconds])
    guard let row else { throw DatabaseError(message: "a pull request was not written") }
    return try StoredPullRequest(row)
  }

  static let untouched = "SELECT * FROM pull_request WHERE repository = ? AND number = ? AND touched_at > ?"

  func note(forgeUpdatedAt: Timestamp, for pullRequest: Int64) throws {
    try run("UPDATE pull_request SET forge_updated_at = ? WHERE id = ?", [forgeUpdatedAt.milliseconds, pullRequest])
  }

  func note(reviewed head: CommitID, base: CommitID?, of pullRequest: Int64) throws {
    try run(
      "UPDATE pull_request SET reviewed_head = ?, reviewed_base = ?, cancellations = 0, touched_at = ? WHERE id = ?",
      [head.hex, base?.hex, now.milliseconds, pullRequest])
  }

  func unsettledPullRequests(of repository: RepositoryReference) throws -> [Int64] {
    try Int64.fetchAll(
      database,
      sql: """
        SELECT p.id FROM pull_request p JOIN repository r ON r.id = p.repository WHERE r.forge = ? AND r.name = ? AND (
          EXISTS (SELECT 1 FROM job j WHERE j.pull_request = p.id AND j.finished_at IS NULL)
          OR EXISTS (SELECT 1 FROM publication u WHERE u.pull_request = p.id))
        ORDER BY p.id
        """, arguments: [repository.forge, repository.name])
  }

  func forgetResults(of pullRequest: Int64) throws -> Int {
    try run("UPDATE pull_request SET reviewed_head = NULL, reviewed_base = NULL WHERE id = ?", [pullRequest])
    try run("DELETE FROM publication WHERE pull_request = ?", [pullRequest])
    return database.changesCount
  }

  func forget(reviewed head: CommitID, of pullRequest: Int64) throws {
    try run(
      "UPDATE pull_request SET reviewed_head = NULL, reviewed_base = NULL WHERE id = ? AND reviewed_head = ?",
      [pullRequest, head.hex])
  }

  func noteCancellation(of pullRequest: Int64) throws {
    try run("UPDATE pull_request SET cancellations = cancellations + 1 WHERE id = ?", [pullRequest])
  }

  func insert(_ approval: Approval, _ pullRequest: Int64) throws {
    try run(
      "INSERT INTO approval VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [pullRequest, approval.head.hex, approval.approver, now.milliseconds])
  }

  func isApproved(_ head: CommitID, of pullRequest: Int64) throws -> Bool {
    try row("SELECT 1 FROM approval WHERE pull_request = ? AND head = ?", [pullRequest, head.hex]) != nil
  }

  func labels(of repository: Int64) throws -> [WorkerLabel] {
    let row = try row("SELECT labels FROM routing WHERE repository = ?", [repository])
    return try row.map { try StoredLabels.labels($0[0]) } ?? []
  }

  func note(labels: [WorkerLabel], of repository: Int64) throws {
    try run(
      "INSERT INTO routing(repository, labels) VALUES(?, ?) ON CONFLICT DO UPDATE SET labels = excluded.labels",
      [repository, StoredLabels.text(labels)])
  }

  func note(machine: String?, of repository: Int64) throws {
    try run(
      "INSERT INTO routing(repository, machine) VALUES(?, ?) ON CONFLICT DO UPDATE SET machine = excluded.machine",
      [repository, machine])
  }

  private func id(of repository: RepositoryReference) throws -> Int64 {
    let known = try number(
      "SELECT id FROM repository WHERE forge = ? AND name = ?", [repository.forge, repository.name])
    if let known { return known }
    try run("INSERT INTO repository(forge, name) VALUES(?, ?)", [repository.forge, repository.name])
    return database.lastInsertedRowID
  }
}
