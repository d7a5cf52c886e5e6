// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract

  /// Maintenance of the queue: lost leases, delayed jobs and old records. Each batch is a separate transaction, and
  /// none waits for rows locked by others.
  extension PostgresSession {
    private static let batch = 500
    /// A caller that repeats an operation does so within minutes.
    private static let operationRetention = Duration.seconds(86_400)
    /// After this time neither a limit nor a pause is in effect.
    private static let pacingRetention = Duration.seconds(86_400)

    /// Queues jobs with an expired lease again, or ends them as dead.
    func reclaim() throws -> [ReviewJob.ID] {
      try reclaim("j.lease_until <= $1", { [SQLValue($0.now)] }, isRestart: false) { stored, transaction in
        stored.job.leaseExpiresAt.map { $0 <= transaction.now } ?? false
      }
    }

    /// Reclaims the jobs that this machine's daemon ran before its restart, regardless of their leases, because that
    /// process is gone.
    func takeOver() throws -> [ReviewJob.ID] {
      try change { try $0.beginIncarnation() }
      return try reclaimEarlierIncarnations()
    }

    private func reclaimEarlierIncarnations() throws -> [ReviewJob.ID] {
      try reclaim(
        "j.machine = $1 AND j.incarnation <> $2",
        { [SQLValue($0.process.machine), SQLValue($0.process.incarnation)] }, isRestart: true
      ) { stored, transaction in
        try transaction.run(
          "SELECT 1 FROM job WHERE id = $1 AND machine = $2 AND incarnation <> $3",
          [
            SQLValue(stored.job.id.number), SQLValue(transaction.process.machine),
            SQLValue(transaction.process.incarnation),
          ]
        ).count > 0
      }
    }

    /// - Parameter isLost: checks again, once the job is locked.
    private func reclaim(
      _ condition: String, _ values: (PostgresTransaction) -> [SQLValue], isRestart: Bool,
      _ isLost: (StoredJob, PostgresTransaction) throws -> Bool
    ) throws -> [ReviewJob.ID] {
      var reclaimed: [ReviewJob.ID] = []
      while true {
        let (found, ids) = try change { transaction in
          let lost = try transaction.run(
            """
            SELECT j.id FROM job j JOIN pull_request p ON p.id = j.pull_request
            WHERE j.state = 'running' AND \(condition) ORDER BY j.id LIMIT \(Self.batch)
            FOR NO KEY UPDATE OF p SKIP LOCKED
            """, values(transaction)
          ).all.map { ReviewJob.ID(try $0.number(0)) }
          let ids: [ReviewJob.ID] = try lost.compactMap { id in
            guard let stored = try transaction.job(id), stored.job.state == .running, try isLost(stored, transaction)
            else { return nil }
            return try transaction.reclaim(stored, isRestart: isRestart)
          }
          return (lost.count, ids)
        }
        reclaimed += ids
        if found < Self.batch { return reclaimed }
      }
    }

    /// Marks the jobs that are due as ready, a thousand at most, to bound the cost of one claim.
    func wake() throws {
      try change { transaction in
        _ = try transaction.run(
          """
          UPDATE job SET ready = true WHERE id IN (
            SELECT id FROM job WHERE state = 'queued' AND NOT ready AND not_before <= $1
            ORDER BY not_before LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED)
          """, [SQLValue(transaction.now)])
      }
    }

    /// Deletes records that exceed the policy's retention.
    ///
    /// - Returns: the number of deleted records.
    func sweep() throws -> Int {
      let retention = policy.retention
      var removed = try sweep("delivery", "received_at < $1", retention.deliveries)
      removed += try sweep("job", "finished_at IS NOT NULL AND finished_at < $1", retention.finishedJobs)
      removed += try sweep("publication", "channel <> 'comment' AND changed_at < $1", retention.publications)
      removed += try sweep("approval", "given_at < $1", retention.approvals)
      removed += try sweep("ignored_finding", "ignored_at < $1", retention.approvals)
      removed += try sweep("operator_command", "at < $1", retention.approvals)
      removed += try sweep(
        "pull_request", "touched_at < $1 AND NOT EXISTS (SELECT 1 FROM job j WHERE j.pull_request = t.id)",
        retention.pullRequests)
      // Internal records of the engine, which are not counted.
      _ = try sweep("operation", "at < $1", Self.operationRetention)
      _ = try sweep("pacing", "greatest(next_write, paused_until, bucket_full, slow_until) < $1", Self.pacingRetention)
      for table in ["shared_value", "job_log"] { _ = try sweep(table, "expires_at < $1", .zero) }
      return removed
    }

    private func sweep(_ table: String, _ condition: String, _ age: Duration) throws -> Int {
      var removed = 0
      while true {
        let batch = try change { transaction in
          try transaction.run(
            """
            DELETE FROM \(table) WHERE ctid = ANY(ARRAY(
              SELECT t.ctid FROM \(table) t WHERE \(condition) LIMIT \(Self.batch) FOR UPDATE SKIP LOCKED))
            """, [SQLValue(transaction.now - age)]
          ).changed
        }
        removed += batch
        if batch < Self.batch { return removed }
      }
    }
  }
#endif
