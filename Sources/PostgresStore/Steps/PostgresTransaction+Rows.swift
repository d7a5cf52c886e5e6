// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Findings
  import JobQueue
  import ReviewContract

  extension PostgresTransaction: QueueRows {
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
      guard let number = try PostgresJobColumn.insert([stored], self).first else {
        preconditionFailure("what is inserted has a number")
      }
      return ReviewJob.ID(number)
    }

    func save(_ stored: StoredJob) throws {
      noteChange(by: stored.job)
      try PostgresJobColumn.save(stored, self)
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

    func lastVerdict(of pullRequest: Int64, _ head: CommitID) throws -> String? {
      try run(
        """
        SELECT coalesce(verdict, '') FROM job WHERE pull_request = $1 AND kind = 'review' AND head = $2
          AND state IN ('done', 'dead', 'cancelled') ORDER BY id DESC LIMIT 1
        """, [SQLValue(pullRequest), SQLValue(head)]
      ).first?.text(0)
    }
  }

  extension StoredJob {
    /// Reads a row of ``selection``.
    init(_ row: SQLRow) throws {
      let reference = PullRequestReference(
        repository: RepositoryReference(forge: try row.text(2), name: try row.text(3)), number: Int(try row.number(4)))
      guard let priority = ReviewJob.Priority(rawValue: Int(try row.number(11))) else {
        throw QueueError(.damaged, "the queue's database holds a priority that cannot be read")
      }
      let job = ReviewJob(
        id: ReviewJob.ID(try row.number(5)), kind: try row.stored(6), pullRequest: reference, subject: try row.text(7),
        head: try row.commit(8), base: try row.optionalCommit(9), needsApproval: try row.flag(10),
        labels: try StoredLabels.labels(row.text(26)), priority: priority,
        state: try row.stored(12), attempts: Int(try row.number(13)), losses: Int(try row.number(14)),
        owner: row.optionalText(15), fence: try row.number(16), leaseExpiresAt: try row.optionalTime(17),
        cancellation: try row.optionalStored(18), error: row.optionalText(19), verdict: row.optionalText(20),
        revival: try row.optionalStored(27),
        queuedAt: try row.time(21), notBefore: try row.time(22), createdAt: try row.time(23),
        startedAt: try row.optionalTime(24), finishedAt: try row.optionalTime(25))
      self.init(job: job, pullRequest: try row.number(0), repository: try row.number(1))
    }
  }
#endif
