// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Findings
  import Foundation
  import JobQueue
  import ReviewContract

  /// The queries of a queue, for use inside and outside of a transaction.
  extension PostgresConnection: QueueRecords {
    func jobs(_ filter: JobFilter) throws -> [ReviewJob] {
      var conditions: [String] = []
      var values: [SQLValue] = []
      func bind(_ value: SQLValue) -> String {
        values.append(value)
        return "$\(values.count)"
      }
      if !filter.states.isEmpty {
        let names = filter.states.map { bind(SQLValue($0.rawValue)) }
        conditions.append("j.state IN (\(names.joined(separator: ", ")))")
      }
      if let pullRequest = filter.pullRequest {
        conditions.append("r.forge = \(bind(SQLValue(pullRequest.repository.forge)))")
        conditions.append("r.name = \(bind(SQLValue(pullRequest.repository.name)))")
        conditions.append("p.number = \(bind(SQLValue(pullRequest.number)))")
      }
      if let before = filter.before { conditions.append("j.id < \(bind(SQLValue(before.number)))") }
      let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
      return try run(StoredJob.selection + condition + " ORDER BY j.id DESC LIMIT \(filter.limit)", values).all
        .map { try StoredJob($0).job }
    }

    func job(_ id: ReviewJob.ID) throws -> ReviewJob? {
      try run(StoredJob.selection + " WHERE j.id = $1", [SQLValue(id.number)]).first.map { try StoredJob($0).job }
    }

    func delivery(_ id: String, from forge: String) throws -> RecordedDelivery? {
      try run(
        RecordedDelivery.selection + " WHERE forge = $1 AND guid = $2", [SQLValue(forge), SQLValue(id)]
      ).first.map { try RecordedDelivery($0) }
    }

    func publications(of pullRequest: PullRequestReference) throws -> [PublicationRecord] {
      try run(
        PublicationRecord.selection + " WHERE r.forge = $1 AND r.name = $2 AND p.number = $3 ORDER BY u.id",
        Self.values(pullRequest)
      ).all.map { try PublicationRecord($0) }
    }

    func unsettledPublications(marked mark: String) throws -> [PublicationRecord] {
      try run(
        PublicationRecord.selection
          + """
           WHERE u.channel <> 'comment' AND (u.intended IS NOT NULL OR starts_with(u.fingerprint, $1))
          ORDER BY u.changed_at, u.id LIMIT \(QueueLimits.markedPublications)
          """, [SQLValue(mark)]
      ).all.map { try PublicationRecord($0) }
    }

    func repositories() throws -> [RepositoryReference] {
      // The order of SQLite: bytewise, regardless of the database's collation.
      try run("SELECT forge, name FROM repository ORDER BY forge COLLATE \"C\", name COLLATE \"C\"").all.map {
        RepositoryReference(forge: try $0.text(0), name: try $0.text(1))
      }
    }

    func reviewedHead(of pullRequest: PullRequestReference) throws -> CommitID? {
      try run(
        """
        SELECT p.reviewed_head FROM pull_request p JOIN repository r ON r.id = p.repository
        WHERE r.forge = $1 AND r.name = $2 AND p.number = $3
        """, Self.values(pullRequest)
      ).first?.optionalCommit(0)
    }

    func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) throws -> Bool {
      try run(
        """
        SELECT 1 FROM approval a JOIN pull_request p ON p.id = a.pull_request JOIN repository r ON r.id = p.repository
        WHERE r.forge = $1 AND r.name = $2 AND p.number = $3 AND a.head = $4
        """, Self.values(pullRequest) + [SQLValue(head)]
      ).count > 0
    }

    func approvals(limit: Int) throws -> [RecordedApproval] {
      try run(
        """
        SELECT r.forge, r.name, p.number, a.head, a.approver, a.given_at
        FROM approval a JOIN pull_request p ON p.id = a.pull_request JOIN repository r ON r.id = p.repository
        ORDER BY a.given_at DESC, a.pull_request DESC, a.head COLLATE "C" LIMIT $1
        """, [SQLValue(min(max(limit, 1), JobFilter.largestLimit))]
      ).all.map { row in
        RecordedApproval(
          approval: Approval(
            pullRequest: PullRequestReference(
              repository: RepositoryReference(forge: try row.text(0), name: try row.text(1)),
              number: Int(try row.number(2))),
            head: try row.commit(3), approver: try row.text(4)),
          givenAt: try row.time(5))
      }
    }

    func pauses() throws -> [Pause] {
      try run(
        "SELECT forge, name, since, author, reason FROM pause ORDER BY forge COLLATE \"C\", name COLLATE \"C\""
      ).all.map { row in
        Pause(
          scope: PauseScope(forge: try row.text(0), name: try row.text(1)), since: try row.time(2),
          author: try row.text(3), reason: row.optionalText(4))
      }
    }

    func audit(of job: ReviewJob.ID?, limit: Int) throws -> [AuditRecord] {
      try run(
        "SELECT at, command, subject, job, person, reason FROM operator_command WHERE $1::bigint IS NULL OR job = $1"
          + " ORDER BY id DESC LIMIT \(min(max(limit, 1), JobFilter.largestLimit))", [SQLValue(job?.number)]
      ).all.map { row in
        AuditRecord(
          at: try row.time(0), command: try row.text(1), subject: try row.text(2),
          job: try row.optionalNumber(3).map { ReviewJob.ID($0) },
          attribution: Attribution(person: try row.text(4), reason: row.optionalText(5)))
      }
    }

    func nextDue() throws -> Timestamp? {
      try run(
        """
        SELECT least(
          (SELECT min(not_before) FROM job WHERE state = 'queued' AND NOT ready),
          (SELECT min(lease_until) FROM job WHERE state = 'running'))
        """
      ).first?.optionalTime(0)
    }

    /// Returns consistent statistics, because one statement sees the database as of its start.
    func statistics() throws -> QueueStatistics {
      let row = try run(
        """
        WITH moment AS MATERIALIZED (SELECT queue_now() AS now)
        SELECT now,
          (SELECT count(*) FROM job WHERE ready)
            + (SELECT count(*) FROM job WHERE state = 'queued' AND NOT ready AND not_before <= now),
          (SELECT count(*) FROM job WHERE state = 'queued' AND NOT ready AND not_before > now),
          (SELECT count(*) FROM job WHERE state = 'waiting'),
          (SELECT count(*) FROM job WHERE state = 'running'),
          (SELECT count(*) FROM job WHERE state = 'dead'),
          (SELECT count(*) FROM pause),
          (SELECT min(j.queued_at) FROM job j JOIN repository r ON r.id = j.repository
            WHERE j.state = 'queued' AND (j.kind NOT IN (\(PostgresClaims.list(ClaimScope.Lane.builds.kinds)))
              OR NOT EXISTS (SELECT 1 FROM pause s WHERE s.forge IN ('', r.forge) AND s.name IN ('', r.name)))),
          (SELECT coalesce(json_object_agg(name, count), '{}') FROM tally),
          (SELECT coalesce(json_object_agg(labels::text, count), '{}') FROM (
            SELECT labels, count(*) AS count FROM (
              SELECT labels, kind FROM job WHERE ready
              UNION ALL
              SELECT labels, kind FROM job WHERE state = 'queued' AND NOT ready AND not_before <= now) j
            WHERE kind IN (\(PostgresClaims.list(ClaimScope.Lane.builds.kinds))) GROUP BY labels) b)
        FROM moment
        """
      ).first
      guard let row else { preconditionFailure("there is one moment") }
      var statistics = QueueStatistics(now: try row.time(0))
      statistics.ready = Int(try row.number(1))
      statistics.delayed = Int(try row.number(2))
      statistics.waiting = Int(try row.number(3))
      statistics.running = Int(try row.number(4))
      statistics.dead = Int(try row.number(5))
      statistics.pauses = Int(try row.number(6))
      statistics.oldestQueuedAt = try row.optionalTime(7)
      statistics.take(try JSONDecoder().decode([String: Int].self, from: Data(row.text(8).utf8)))
      for (labels, count) in try JSONDecoder().decode([String: Int].self, from: Data(row.text(9).utf8)) {
        statistics.take(readyBuilds: count, labels: try StoredLabels.labels(labels))
      }
      return statistics
    }

    private static func values(_ pullRequest: PullRequestReference) -> [SQLValue] {
      [SQLValue(pullRequest.repository.forge), SQLValue(pullRequest.repository.name), SQLValue(pullRequest.number)]
    }
  }

  extension PublicationRecord {
    /// Reads rows of this form; a condition on `u` is to follow.
    static let selection = """
      SELECT r.forge, r.name, p.number, u.channel, u.name, u.head, u.remote_id, u.fingerprint, u.intended, u.changed_at
      FROM publication u JOIN pull_request p ON p.id = u.pull_request JOIN repository r ON r.id = p.repository
      """

    init(_ row: SQLRow) throws {
      let reference = PullRequestReference(
        repository: RepositoryReference(forge: try row.text(0), name: try row.text(1)), number: Int(try row.number(2)))
      self.init(
        key: PublicationKey(
          pullRequest: reference, channel: try row.stored(3), name: try row.text(4), head: try row.commit(5)),
        remoteID: row.optionalText(6), fingerprint: row.optionalText(7), intended: row.optionalText(8),
        changedAt: try row.time(9))
    }
  }

  extension RecordedDelivery {
    /// Reads rows of this form; a condition is to follow.
    static let selection = """
      SELECT forge, guid, event, action, repository_forge, repository_name, number, head, base, body_digest, received_at,
        outcome, job
      FROM delivery
      """

    init(_ row: SQLRow) throws {
      var pullRequest: PullRequestReference?
      if let forge = row.optionalText(4), let name = row.optionalText(5), let number = try row.optionalNumber(6) {
        pullRequest = PullRequestReference(
          repository: RepositoryReference(forge: forge, name: name), number: Int(number))
      }
      self.init(
        delivery: Delivery(
          forge: try row.text(0), id: try row.text(1), event: try row.text(2), action: row.optionalText(3),
          pullRequest: pullRequest, head: try row.optionalCommit(7), base: try row.optionalCommit(8),
          bodyDigest: try row.text(9)),
        outcome: QueueOutcome(try row.stored(11), try row.optionalNumber(12).map { ReviewJob.ID($0) }),
        receivedAt: try row.time(10))
    }
  }
#endif
