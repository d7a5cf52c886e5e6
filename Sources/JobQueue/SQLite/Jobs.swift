// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewContract

/// Finding jobs and writing them.
extension QueueTransaction {
  func job(_ id: ReviewJob.ID) throws -> StoredJob? {
    try row(StoredJob.selection + " WHERE j.id = ?", [id.number]).map(StoredJob.init)
  }

  /// The jobs whose ids a query gives, the oldest first.
  func jobs(_ ids: String, _ arguments: StatementArguments) throws -> [StoredJob] {
    try Int64.fetchAll(database.cachedStatement(sql: ids), arguments: arguments).sorted()
      .compactMap { try job(ReviewJob.ID($0)) }
  }

  /// The index is named, and the order left to us, because SQLite would rather go through what is finished than sort.
  static let openOfPullRequest = """
    SELECT id FROM job INDEXED BY job_one_open WHERE pull_request = ? AND state IN ('waiting', 'queued')
    """
  static let closing = """
    UPDATE job INDEXED BY job_one_running SET cancellation = 'closed' WHERE pull_request = ? AND state = 'running'
    """
  static let expired = "SELECT id FROM job INDEXED BY job_lease WHERE state = 'running' AND lease_until <= ?"

  /// The job that is waiting or queued.
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

  /// - Throws: ``QueueError/Code/leaseLost`` when the job was claimed again, was ended, or is no more.
  func leased(_ lease: Lease) throws -> StoredJob {
    guard let stored = try job(lease.job.id), stored.job.state == .running, stored.job.fence == lease.fence else {
      throw QueueError(.leaseLost, "the lease of job \(lease.job.id) for \(lease.job.pullRequest) was lost")
    }
    return stored
  }

  /// Writes all fields that can change.
  func save(_ stored: StoredJob) throws {
    let job = stored.job
    try run(
      """
      UPDATE job SET needs_approval = ?, priority = ?, state = ?, ready = ?, rank = ?, attempts = ?, losses = ?,
        owner = ?, fence = ?, lease_until = ?, cancellation = ?, error = ?, verdict = ?, queued_at = ?,
        not_before = ?, started_at = ?, finished_at = ?
      WHERE id = ?
      """,
      [
        job.needsApproval, job.priority.rawValue, job.state.rawValue, isReady(job), rank(of: job), job.attempts,
        job.losses, job.owner, job.fence, job.leaseExpiresAt?.milliseconds, job.cancellation?.rawValue, job.error,
        job.verdict, job.queuedAt.milliseconds, job.notBefore.milliseconds, job.startedAt?.milliseconds,
        job.finishedAt?.milliseconds, job.id.number,
      ])
  }

  func isReady(_ job: ReviewJob) -> Bool { job.state == .queued && job.notBefore <= now }

  /// The moment whose order is the jobs' order: waiting for the ageing makes up for one step of priority.
  func rank(of job: ReviewJob) -> Int64 {
    job.queuedAt.milliseconds + Int64(job.priority.rawValue) * policy.ageing.wholeMilliseconds
  }

  /// Ends a job that is not finished.
  func end(_ stored: StoredJob, _ state: ReviewJob.State, error: String? = nil) throws -> ReviewJob {
    var stored = stored
    stored.job.state = state
    stored.job.finishedAt = now
    stored.job.owner = nil
    stored.job.leaseExpiresAt = nil
    if let error { stored.job.error = error }
    try save(stored)
    count(.ended(state))
    return stored.job
  }
}

/// A pull request with the keys of its rows.
struct StoredPullRequest {
  let id: Int64
  let repository: Int64
  let forgeUpdatedAt: Timestamp?
  let reviewedHead: CommitID?
  let reviewedBase: CommitID?
  let cancellations: Int

  init(_ row: Row) throws {
    id = try row.decode(forColumn: "id")
    repository = try row.decode(forColumn: "repository")
    forgeUpdatedAt = try row.optionalTime("forge_updated_at")
    reviewedHead = try row.optionalCommit("reviewed_head")
    reviewedBase = try row.optionalCommit("reviewed_base")
    cancellations = try row.decode(forColumn: "cancellations")
  }

  /// Whether the forge reported a later state of the pull request before.
  func isNewer(than time: Timestamp?) -> Bool {
    guard let time, let forgeUpdatedAt else { return false }
    return time < forgeUpdatedAt
  }
}

extension QueueTransaction {
  /// Finds the pull request, or begins to know it, and notes that something was done for it.
  func touch(_ reference: PullRequestReference) throws -> StoredPullRequest {
    let repository = try id(of: reference.repository)
    // Most are known, and many messages come at once: what would only note that again is not written.
    if let known = try row(Self.untouched, [repository, reference.number, (now - Self.freshness).milliseconds]) {
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

  /// A pull request that something was done for so short ago is as good as touched; it is remembered for days.
  static let freshness = Duration.seconds(60)
  static let untouched = "SELECT * FROM pull_request WHERE repository = ? AND number = ? AND touched_at > ?"

  func note(_ forgeUpdatedAt: Timestamp?, for pullRequest: StoredPullRequest) throws {
    guard let forgeUpdatedAt, forgeUpdatedAt != pullRequest.forgeUpdatedAt else { return }
    try run(
      "UPDATE pull_request SET forge_updated_at = ? WHERE id = ?", [forgeUpdatedAt.milliseconds, pullRequest.id])
  }

  func isApproved(_ head: CommitID, of pullRequest: Int64) throws -> Bool {
    try row("SELECT 1 FROM approval WHERE pull_request = ? AND head = ?", [pullRequest, head.hex]) != nil
  }

  private func id(of repository: RepositoryReference) throws -> Int64 {
    let known = try number(
      "SELECT id FROM repository WHERE forge = ? AND name = ?", [repository.forge, repository.name])
    if let known { return known }
    try run("INSERT INTO repository(forge, name) VALUES(?, ?)", [repository.forge, repository.name])
    return database.lastInsertedRowID
  }
}
