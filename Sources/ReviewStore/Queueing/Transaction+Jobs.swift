// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewCore

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
