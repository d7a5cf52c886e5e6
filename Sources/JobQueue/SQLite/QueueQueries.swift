// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewContract

/// The queries of a queue, on any connection.
struct QueueQueries: QueueRecords {
  let database: Database
  /// The queue's time.
  let time: @Sendable () -> Timestamp

  func jobs(_ filter: JobFilter) throws -> [ReviewJob] {
    var (conditions, order) = Self.states(filter.states)
    var arguments = StatementArguments()
    if !filter.kinds.isEmpty {
      conditions.append("j.kind IN (\(QueueTransaction.list(filter.kinds.sorted { $0.rawValue < $1.rawValue })))")
    }
    if let repository = filter.repository {
      conditions.append("j.repository = (SELECT id FROM repository WHERE forge = ? AND name = ?)")
      arguments += [repository.forge, repository.name]
    }
    if let pullRequest = filter.pullRequest {
      conditions.append(
        "j.pull_request = (SELECT p.id FROM pull_request p JOIN repository r ON r.id = p.repository "
          + "WHERE r.forge = ? AND r.name = ? AND p.number = ?)")
      arguments += [pullRequest.repository.forge, pullRequest.repository.name, pullRequest.number]
    }
    if let before = filter.before {
      conditions.append("j.id < ?")
      arguments += [before.number]
    }
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return try Row.fetchAll(
      database, sql: StoredJob.selection + condition + " ORDER BY \(order) DESC LIMIT \(filter.limit)",
      arguments: arguments
    ).map { try StoredJob($0).job }
  }

  /// Returns the condition for a set of states, and the column to order by.
  private static func states(_ states: Set<ReviewJob.State>) -> ([String], String) {
    guard !states.isEmpty else { return ([], "j.id") }
    let names = states.map(\.rawValue).sorted()
    guard states.allSatisfy({ index(of: $0) != nil }) else {
      // Most jobs are finished: a scan back from the newest soon finds enough.
      return (["j.state IN (\(names.map { "'\($0)'" }.joined(separator: ", ")))"], "j.id")
    }
    // Few jobs are unfinished or dead: these are looked up, and the sign keeps SQLite from scanning all jobs for the
    // order.
    let lists = states.compactMap { state in
      index(of: state).map { "SELECT id FROM job INDEXED BY \($0) WHERE state = '\(state.rawValue)'" }
    }
    return (["j.id IN (\(lists.joined(separator: " UNION ALL ")))"], "+j.id")
  }

  /// Returns the index that contains only jobs of this state.
  private static func index(of state: ReviewJob.State) -> String? {
    switch state {
    case .waiting: "job_waiting"
    case .queued: "job_oldest"
    case .running: "job_running"
    case .dead: "job_dead"
    case .done, .superseded, .cancelled: nil
    }
  }

  func nextDue() throws -> Timestamp? {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT min(due) FROM (
          SELECT min(not_before) AS due FROM job WHERE state = 'queued' AND ready = 0
          UNION ALL SELECT min(lease_until) FROM job WHERE state = 'running')
        """
    ).map { Timestamp(milliseconds: $0) }
  }

  /// Includes jobs that are not yet marked as ready.
  private static let readyBuilds = """
    SELECT labels, count(*) FROM (
      SELECT labels, kind FROM job WHERE ready = 1
      UNION ALL SELECT labels, kind FROM job WHERE state = 'queued' AND ready = 0 AND not_before <= ?)
    WHERE kind IN (\(QueueTransaction.list(ClaimScope.Lane.builds.kinds))) GROUP BY labels
    """

  private static let oldestNotPaused = """
    SELECT min(j.queued_at) FROM job j JOIN repository r ON r.id = j.repository
    WHERE j.state = 'queued' AND (j.kind NOT IN (\(QueueTransaction.list(ClaimScope.Lane.builds.kinds)))
      OR NOT EXISTS (SELECT 1 FROM pause s WHERE s.forge IN ('', r.forge) AND s.name IN ('', r.name)))
    """

  func statistics() throws -> QueueStatistics {
    let now = time()
    func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
    var statistics = QueueStatistics(now: now)
    statistics.ready = try number(
      "SELECT (SELECT count(*) FROM job WHERE ready = 1) + "
        + "(SELECT count(*) FROM job WHERE state = 'queued' AND ready = 0 AND not_before <= \(now.milliseconds))")
    statistics.delayed = try number(
      "SELECT count(*) FROM job WHERE state = 'queued' AND ready = 0 AND not_before > \(now.milliseconds)")
    statistics.waiting = try number("SELECT count(*) FROM job WHERE state = 'waiting'")
    statistics.running = try number("SELECT count(*) FROM job WHERE state = 'running'")
    statistics.dead = try number("SELECT count(*) FROM job WHERE state = 'dead'")
    statistics.pauses = try number("SELECT count(*) FROM pause")
    statistics.oldestQueuedAt = try Int64.fetchOne(
      database,
      sql: statistics.pauses == 0 ? "SELECT min(queued_at) FROM job WHERE state = 'queued'" : Self.oldestNotPaused
    ).map { Timestamp(milliseconds: $0) }
    for row in try Row.fetchAll(database, sql: Self.readyBuilds, arguments: [now.milliseconds]) {
      statistics.take(readyBuilds: row[1], labels: try StoredLabels.labels(row[0]))
    }
    let rows = try Row.fetchAll(database, sql: "SELECT name, count FROM tally")
    let counts = Dictionary(uniqueKeysWithValues: rows.map { ($0["name"] as String, $0["count"] as Int) })
    statistics.take(counts)
    return statistics
  }
}
