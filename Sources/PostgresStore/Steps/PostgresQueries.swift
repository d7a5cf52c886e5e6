// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
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
      if !filter.kinds.isEmpty {
        let names = filter.kinds.map { bind(SQLValue($0.rawValue)) }
        conditions.append("j.kind IN (\(names.joined(separator: ", ")))")
      }
      if let repository = filter.repository {
        conditions.append("r.forge = \(bind(SQLValue(repository.forge)))")
        conditions.append("r.name = \(bind(SQLValue(repository.name)))")
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
  }

  extension PostgresConnection: SQLStatements {
    func rows(_ sql: String, _ values: [SQLValue]) throws -> [PostgresRow] { try run(sql, values).all }
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try run(sql, values).changed }
    static var locking: String { " FOR NO KEY UPDATE" }
    static var bytewise: String { " COLLATE \"C\"" }
  }
#endif
