// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract

  extension PostgresTransaction: QueueRows, SQLStatements {
    func rows(_ sql: String, _ values: [SQLValue]) throws -> [PostgresRow] { try run(sql, values).all }
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try run(sql, values).changed }
    static var locking: String { PostgresConnection.locking }
    static var bytewise: String { PostgresConnection.bytewise }

    func job(_ id: ReviewJob.ID) throws -> StoredJob? {
      try run(
        """
        SELECT 1 FROM pull_request WHERE id = (SELECT pull_request FROM job WHERE id = $1) FOR NO KEY UPDATE
        """, [SQLValue(id.number)])
      return try lockedJob("j.id = $1", [SQLValue(id.number)])
    }

    func openJob(of pullRequest: Int64, _ kind: ReviewJob.Kind, _ subject: String) throws -> StoredJob? {
      try lockedJob(
        "j.pull_request = $1 AND j.kind = $2 AND j.subject = $3 AND j.state IN ('waiting', 'queued')",
        [SQLValue(pullRequest), SQLValue(kind.rawValue), SQLValue(subject)])
    }

    func openJobs(of pullRequest: Int64) throws -> [StoredJob] {
      try lockedJobs("j.pull_request = $1 AND j.state IN ('waiting', 'queued') ORDER BY j.id", [SQLValue(pullRequest)])
    }

    func runningJob(of pullRequest: Int64, _ kind: ReviewJob.Kind) throws -> StoredJob? {
      try lockedJob(
        "j.pull_request = $1 AND j.kind = $2 AND j.state = 'running'",
        [SQLValue(pullRequest), SQLValue(kind.rawValue)])
    }

    /// Locks the rows of the jobs too, because waking jobs, renewing leases and sweeping do not lock the pull request.
    private func lockedJobs(_ condition: String, _ values: [SQLValue]) throws -> [StoredJob] {
      try run(StoredJob.selection + " WHERE \(condition) FOR NO KEY UPDATE OF j", values).all.map { try StoredJob($0) }
    }

    private func lockedJob(_ condition: String, _ values: [SQLValue]) throws -> StoredJob? {
      try lockedJobs(condition, values).first
    }

    func insert(_ job: ReviewJob, _ pullRequest: StoredPullRequest) throws -> ReviewJob.ID {
      noteChange(by: job)
      let stored = StoredJob(job: job, pullRequest: pullRequest.id, repository: pullRequest.repository)
      guard let number = try StoredJobColumn.insert([stored], self).first else {
        preconditionFailure("what is inserted has a number")
      }
      return ReviewJob.ID(number)
    }

    func save(_ stored: StoredJob) throws {
      noteChange(by: stored.job)
      try StoredJobColumn.save(stored, self)
    }

    func closeRunning(of pullRequest: Int64) throws -> Int {
      let cancelled = try run(
        """
        UPDATE job SET cancellation = 'closed'
        WHERE pull_request = $1 AND state = 'running' AND cancellation IS DISTINCT FROM 'closed'
        """, [SQLValue(pullRequest)])
      if cancelled.changed > 0 { note(.cancellations) }
      return Int(cancelled.changed)
    }
  }
#endif
