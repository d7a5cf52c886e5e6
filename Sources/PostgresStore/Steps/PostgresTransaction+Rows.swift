// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
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
      let rows = try run(
        """
        INSERT INTO job(repository, pull_request, kind, subject, head, base, needs_approval, priority, state, ready, rank,
          attempts, losses, fence, queued_at, not_before, created_at, labels)
        VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, 0, $12, $13, $14, $15) RETURNING id
        """,
        [
          SQLValue(pullRequest.repository), SQLValue(pullRequest.id), SQLValue(job.kind.rawValue),
          SQLValue(job.subject),
          SQLValue(job.head), SQLValue(job.base), SQLValue(job.needsApproval), SQLValue(job.priority.rawValue),
          SQLValue(job.state.rawValue), SQLValue(isReady(job)), SQLValue(rank(of: job)), SQLValue(job.queuedAt),
          SQLValue(job.notBefore), SQLValue(now), SQLValue(StoredLabels.text(job.labels)),
        ])
      guard let row = rows.first else { preconditionFailure("what is inserted has a number") }
      return ReviewJob.ID(try row.number(0))
    }

    func save(_ stored: StoredJob) throws {
      let job = stored.job
      noteChange(by: job)
      try run(
        """
        UPDATE job SET needs_approval = $1, priority = $2, state = $3, ready = $4, rank = $5, attempts = $6, losses = $7,
          owner = $8, fence = $9, lease_until = $10, cancellation = $11, error = $12, verdict = $13, queued_at = $14,
          not_before = $15, started_at = $16, finished_at = $17, labels = $18, revival = $19
        WHERE id = $20
        """,
        [
          SQLValue(job.needsApproval), SQLValue(job.priority.rawValue), SQLValue(job.state.rawValue),
          SQLValue(isReady(job)), SQLValue(rank(of: job)), SQLValue(job.attempts), SQLValue(job.losses),
          SQLValue(job.owner), SQLValue(job.fence), SQLValue(job.leaseExpiresAt), SQLValue(job.cancellation?.rawValue),
          SQLValue(job.error), SQLValue(job.verdict), SQLValue(job.queuedAt), SQLValue(job.notBefore),
          SQLValue(job.startedAt), SQLValue(job.finishedAt), SQLValue(StoredLabels.text(job.labels)),
          SQLValue(job.revival?.rawValue), SQLValue(job.id.number),
        ])
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
