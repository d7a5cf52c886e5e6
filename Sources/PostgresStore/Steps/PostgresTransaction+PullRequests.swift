// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Findings
  import JobQueue
  import ReviewContract

  extension PostgresTransaction {
    func touch(_ reference: PullRequestReference) throws -> StoredPullRequest {
      let repository = try id(of: reference.repository)
      let columns = "id, repository, forge_updated_at, reviewed_head, reviewed_base, cancellations"
      // Most pull requests are known, and many deliveries arrive at once: recent activity is not recorded again.
      let known = try run(
        """
        SELECT \(columns) FROM pull_request WHERE repository = $1 AND number = $2 AND touched_at > $3 FOR NO KEY UPDATE
        """,
        [SQLValue(repository), SQLValue(reference.number), SQLValue(now - StoredPullRequest.freshness)]
      ).first
      if let known { return try StoredPullRequest(known) }
      let row = try run(
        """
        INSERT INTO pull_request(repository, number, touched_at) VALUES($1, $2, $3)
        ON CONFLICT(repository, number) DO UPDATE SET touched_at = excluded.touched_at RETURNING \(columns)
        """, [SQLValue(repository), SQLValue(reference.number), SQLValue(now)]
      ).first
      guard let row else { preconditionFailure("what is inserted is returned") }
      return try StoredPullRequest(row)
    }

    private func id(of repository: RepositoryReference) throws -> Int64 {
      let values = [SQLValue(repository.forge), SQLValue(repository.name)]
      let known = "SELECT id FROM repository WHERE forge = $1 AND name = $2"
      if let row = try run(known, values).first { return try row.number(0) }
      try run("INSERT INTO repository(forge, name) VALUES($1, $2) ON CONFLICT DO NOTHING", values)
      guard let row = try run(known, values).first else {
        // Nothing deletes repositories.
        throw QueueError(.damaged, "the queue's database did not keep a repository")
      }
      return try row.number(0)
    }

    func note(forgeUpdatedAt: Timestamp, for pullRequest: Int64) throws {
      try run(
        "UPDATE pull_request SET forge_updated_at = $2 WHERE id = $1",
        [SQLValue(pullRequest), SQLValue(forgeUpdatedAt)])
    }

    func note(reviewed head: CommitID, base: CommitID?, of pullRequest: Int64) throws {
      try run(
        """
        UPDATE pull_request SET reviewed_head = $2, reviewed_base = $3, cancellations = 0, touched_at = $4 WHERE id = $1
        """, [SQLValue(pullRequest), SQLValue(head), SQLValue(base), SQLValue(now)])
    }

    func unsettledPullRequests(of repository: RepositoryReference) throws -> [Int64] {
      try run(
        """
        SELECT p.id FROM pull_request p JOIN repository r ON r.id = p.repository WHERE r.forge = $1 AND r.name = $2 AND (
          EXISTS (SELECT 1 FROM job j WHERE j.pull_request = p.id AND j.finished_at IS NULL)
          OR EXISTS (SELECT 1 FROM publication u WHERE u.pull_request = p.id))
        ORDER BY p.id FOR NO KEY UPDATE OF p
        """, [SQLValue(repository.forge), SQLValue(repository.name)]
      ).all.map { try $0.number(0) }
    }

    func forgetResults(of pullRequest: Int64) throws -> Int {
      try run(
        "UPDATE pull_request SET reviewed_head = NULL, reviewed_base = NULL WHERE id = $1", [SQLValue(pullRequest)])
      return Int(try run("DELETE FROM publication WHERE pull_request = $1", [SQLValue(pullRequest)]).changed)
    }

    func forget(reviewed head: CommitID, of pullRequest: Int64) throws {
      try run(
        "UPDATE pull_request SET reviewed_head = NULL, reviewed_base = NULL WHERE id = $1 AND reviewed_head = $2",
        [SQLValue(pullRequest), SQLValue(head)])
    }

    func noteCancellation(of pullRequest: Int64) throws {
      try run("UPDATE pull_request SET cancellations = cancellations + 1 WHERE id = $1", [SQLValue(pullRequest)])
    }

    func isApproved(_ head: CommitID, of pullRequest: Int64) throws -> Bool {
      try run("SELECT 1 FROM approval WHERE pull_request = $1 AND head = $2", [SQLValue(pullRequest), SQLValue(head)])
        .count > 0
    }

    func insert(_ approval: Approval, _ pullRequest: Int64) throws {
      try run(
        "INSERT INTO approval VALUES($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        [SQLValue(pullRequest), SQLValue(approval.head), SQLValue(approval.approver), SQLValue(now)])
    }

    // MARK: Routing

    /// Reads the labels in a separate statement, because one that waits for the pull request's lock does not see the
    /// labels written by the lock's holder.
    func labels(of repository: Int64) throws -> [WorkerLabel] {
      let row = try run("SELECT labels FROM routing WHERE repository = $1", [SQLValue(repository)]).first
      return try row.map { try StoredLabels.labels($0.text(0)) } ?? []
    }

    func note(labels: [WorkerLabel], of repository: Int64) throws {
      try run(
        """
        INSERT INTO routing(repository, labels) VALUES($1, $2)
        ON CONFLICT(repository) DO UPDATE SET labels = excluded.labels
        """, [SQLValue(repository), SQLValue(StoredLabels.text(labels))])
    }

    func note(machine: String?, of repository: Int64) throws {
      try run(
        """
        INSERT INTO routing(repository, machine) VALUES($1, $2)
        ON CONFLICT(repository) DO UPDATE SET machine = excluded.machine
        """, [SQLValue(repository), SQLValue(machine)])
    }

    // MARK: Publications

    func publication(_ key: PublicationKey, _ pullRequest: Int64) throws -> PublicationRecord? {
      try run(
        PublicationRecord.selection + " WHERE u.pull_request = $1 AND u.channel = $2 AND u.name = $3 AND u.scope = $4",
        [SQLValue(pullRequest), SQLValue(key.channel.rawValue), SQLValue(key.name), SQLValue(key.scope)]
      ).first.map { try PublicationRecord($0) }
    }

    func hasPublication(for head: CommitID, of pullRequest: Int64) throws -> Bool {
      try run(
        "SELECT 1 FROM publication WHERE pull_request = $1 AND head = $2 LIMIT 1",
        [SQLValue(pullRequest), SQLValue(head)]
      ).first != nil
    }

    func intend(_ key: PublicationKey, fingerprint: String, _ pullRequest: Int64) throws {
      try run(
        """
        INSERT INTO publication(pull_request, channel, name, scope, head, intended, changed_at)
        VALUES($1, $2, $3, $4, $5, $6, $7) ON CONFLICT(pull_request, channel, name, scope)
        DO UPDATE SET head = excluded.head, intended = excluded.intended, changed_at = excluded.changed_at
        """,
        [
          SQLValue(pullRequest), SQLValue(key.channel.rawValue), SQLValue(key.name), SQLValue(key.scope),
          SQLValue(key.head), SQLValue(fingerprint), SQLValue(now),
        ])
    }

    func confirm(_ key: PublicationKey, remoteID: String, _ pullRequest: Int64) throws {
      try run(
        """
        UPDATE publication SET remote_id = $1, fingerprint = intended, intended = NULL, changed_at = $2
        WHERE pull_request = $3 AND channel = $4 AND name = $5 AND scope = $6
        """,
        [
          SQLValue(remoteID), SQLValue(now), SQLValue(pullRequest), SQLValue(key.channel.rawValue), SQLValue(key.name),
          SQLValue(key.scope),
        ])
    }
  }

  extension StoredPullRequest {
    init(_ row: SQLRow) throws {
      self.init(
        id: try row.number(0), repository: try row.number(1), forgeUpdatedAt: try row.optionalTime(2),
        reviewedHead: try row.optionalCommit(3), reviewedBase: try row.optionalCommit(4),
        cancellations: Int(try row.number(5)))
    }
  }
#endif
