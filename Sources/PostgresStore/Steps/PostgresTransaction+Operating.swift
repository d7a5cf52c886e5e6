// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract

  extension PostgresTransaction {
    /// One statement: it takes the lock of the job alone and waits for nobody while it holds it.
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

    func pause(_ scope: PauseScope, by author: String) throws {
      try run(
        "INSERT INTO pause VALUES($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        [SQLValue(scope.forge), SQLValue(scope.name), SQLValue(now), SQLValue(author)])
    }

    func resume(_ scope: PauseScope) throws -> Bool {
      try run(
        "DELETE FROM pause WHERE forge = $1 AND name = $2", [SQLValue(scope.forge), SQLValue(scope.name)]
      ).changed > 0
    }

    func forgetPublications(of reference: PullRequestReference) throws {
      try run("UPDATE publication SET remote_id = NULL WHERE pull_request = $1", [SQLValue(try touch(reference).id)])
    }
  }
#endif
