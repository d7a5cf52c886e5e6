// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract

  extension PostgresTransaction {
    /// Renews a lease in one statement, which locks only the job and waits for no other lock while it holds it.
    func renew(_ lease: Lease) throws -> LeaseRenewal {
      let expiresAt = now + policy.lease
      let row = try run(
        "UPDATE job SET lease_until = $3 WHERE id = $1 AND state = 'running' AND fence = $2 RETURNING cancellation",
        [SQLValue(lease.job.id.number), SQLValue(lease.fence), SQLValue(expiresAt)]
      ).first
      guard let row else {
        throw lease.lost
      }
      return LeaseRenewal(expiresAt: expiresAt, cancellation: try row.optionalStored(0))
    }

    func resume(_ scope: PauseScope) throws -> Bool {
      let isResumed = try deletePause(scope)
      if isResumed { note(.jobs) }
      return isResumed
    }

    /// Records the start of this machine's daemon. If the previous one crashed, the losses of its jobs that
    /// did not run are reset, because those jobs are not the cause.
    func beginIncarnation() throws {
      let last = try run(
        "SELECT is_closed FROM machine WHERE id = $1 AND incarnation <> $2 FOR UPDATE",
        [SQLValue(process.machine), SQLValue(process.incarnation)]
      ).first
      if try last?.flag(0) == false {
        try run(
          """
          UPDATE job SET attempts = greatest(0, attempts - losses), losses = 0
          WHERE machine = $1 AND state IN ('waiting', 'queued') AND losses > 0
          """, [SQLValue(process.machine)])
      }
      try run(
        """
        INSERT INTO machine VALUES($1, $2, false)
        ON CONFLICT(id) DO UPDATE SET incarnation = excluded.incarnation, is_closed = false
        """, [SQLValue(process.machine), SQLValue(process.incarnation)])
    }

    /// Records that the queue was closed.
    func endIncarnation() throws {
      try run(
        "UPDATE machine SET is_closed = true WHERE id = $1 AND incarnation = $2",
        [SQLValue(process.machine), SQLValue(process.incarnation)])
    }
  }
#endif
