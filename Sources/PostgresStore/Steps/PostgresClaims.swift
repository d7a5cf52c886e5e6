// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Foundation
  import JobQueue
  import ReviewContract

  /// A claim of the next job, concurrent with claims of other processes.
  ///
  /// A query selects candidates; each is checked again once its repository is locked, because only then is the count of
  /// its running jobs exact. The first attempt skips rows locked by others. If it finds nothing else, later attempts
  /// wait, because all jobs may be of one repository that another claim has locked briefly.
  struct PostgresClaims {
    /// The maximum number of attempts, including the first.
    static let attempts = 4
    /// The number of repositories that an attempt considers.
    private static let candidates = 16

    let session: PostgresSession
    let owner: String
    let scope: ClaimScope

    /// The result of an attempt, as stored with the operation.
    private enum Outcome: Codable {
      case claimed(Lease)
      case nothing
    }

    func claim() throws -> Lease? {
      try prepare()
      for attempt in 0..<Self.attempts {
        let candidates = try session.read { try choose($0, now: try $0.now) }
        if candidates.isEmpty { return nil }
        let outcome: Outcome = try session.write(holds: holds) { transaction in
          // An attempt that waits locks one repository only, so that there is no deadlock.
          for candidate in attempt == 0 ? candidates[...] : candidates.prefix(1) {
            if let lease = try take(from: candidate.repository, waits: attempt > 0, transaction) {
              return .claimed(lease)
            }
          }
          return .nothing
        }
        if case .claimed(let lease) = outcome { return lease }
      }
      return nil
    }

    /// Reclaims expired leases and wakes jobs that are due, in separate transactions and only if there are any.
    private func prepare() throws {
      let row = try session.read { connection in
        try connection.run(
          """
          WITH moment AS MATERIALIZED (SELECT queue_now() AS now)
          SELECT EXISTS (SELECT 1 FROM job WHERE state = 'running' AND lease_until <= now),
            EXISTS (SELECT 1 FROM job WHERE state = 'queued' AND NOT ready AND not_before <= now)
          FROM moment
          """
        ).first
      }
      if try row?.flag(0) == true { _ = try session.reclaim() }
      if try row?.flag(1) == true { try session.wake() }
    }

    /// A lease that was lost since the attempt is not a valid result of a claim.
    private func holds(_ outcome: Outcome, _ transaction: PostgresTransaction) throws -> Bool {
      guard case .claimed(let lease) = outcome else { return false }
      return try transaction.run(
        "SELECT 1 FROM job WHERE id = $1 AND state = 'running' AND fence = $2 AND lease_until > $3",
        [SQLValue(lease.job.id.number), SQLValue(lease.fence), SQLValue(transaction.now)]
      ).count > 0
    }

    private func take(from repository: Int64, waits: Bool, _ transaction: PostgresTransaction) throws -> Lease? {
      let skipping = waits ? "" : " SKIP LOCKED"
      let locked = try transaction.run(
        "SELECT 1 FROM repository WHERE id = $1 FOR NO KEY UPDATE" + skipping, [SQLValue(repository)])
      // A separate statement, which sees all changes from before the lock was acquired.
      guard locked.count > 0,
        let choice = try choose(transaction.connection, now: transaction.now, in: repository).first,
        try transaction.run(
          "SELECT 1 FROM pull_request WHERE id = $1 FOR NO KEY UPDATE" + skipping, [SQLValue(choice.pullRequest)]
        ).count > 0
      else { return nil }
      // A step that ends a job of another pull request may clear the machine without the repository's lock.
      if scope.machine != nil {
        try transaction.run("SELECT 1 FROM routing WHERE repository = $1 FOR NO KEY UPDATE", [SQLValue(repository)])
      }
      guard
        // Changes to the pull request during the wait may have changed the choice.
        try choose(transaction.connection, now: transaction.now, in: repository).first == choice,
        let stored = try transaction.job(ReviewJob.ID(choice.job)),
        let fence = try transaction.run("SELECT nextval('fence')").first?.number(0)
      else { return nil }
      try transaction.run(
        "UPDATE repository SET last_served = $2 WHERE id = $1", [SQLValue(repository), SQLValue(fence)])
      let lease = try transaction.take(stored, fence: fence, by: owner, on: scope.machine)
      try transaction.run(
        "UPDATE job SET machine = $2, incarnation = $3 WHERE id = $1",
        [SQLValue(choice.job), SQLValue(transaction.process.machine), SQLValue(transaction.process.incarnation)])
      return lease
    }

    // MARK: Choosing

    private struct Candidate: Equatable {
      let repository: Int64
      let pullRequest: Int64
      let job: Int64
    }

    private func choose(
      _ connection: PostgresConnection, now: Timestamp, in repository: Int64? = nil
    ) throws -> [Candidate] {
      try connection.run(
        Self.statement(scope.lane, isOneRepository: repository != nil),
        [
          SQLValue(session.policy.runningPerRepository), SQLValue(now),
          SQLValue(session.policy.ageing.wholeMilliseconds), SQLValue(Self.json(scope.excludedForges)),
          SQLValue(Self.json(scope.excludedRepositories.map(\.description))),
          SQLValue(StoredLabels.text(scope.labels)), SQLValue(session.policy.labelHold.wholeMilliseconds),
          SQLValue(scope.machine), SQLValue(session.policy.machinePreference.wholeMilliseconds),
        ] + (repository.map { [SQLValue($0)] } ?? [])
      ).all.map { Candidate(repository: try $0.number(0), pullRequest: try $0.number(1), job: try $0.number(2)) }
    }

    /// Returns the statement that selects candidates. It skips through the index from repository to repository, takes
    /// the first ready job of each, and orders these: its cost depends on the number of repositories with ready jobs,
    /// not on the length of their queues.
    private static func statement(_ lane: ClaimScope.Lane, isOneRepository: Bool) -> String {
      let repositories =
        isOneRepository
        ? "ready_repository(id) AS (SELECT $10::bigint)"
        : """
        ready_repository(id) AS (
          (SELECT min(repository) FROM job WHERE ready)
          UNION ALL
          SELECT (SELECT min(j.repository) FROM job j WHERE j.ready AND j.repository > c.id)
          FROM ready_repository c WHERE c.id IS NOT NULL)
        """
      return """
        WITH RECURSIVE \(repositories),
        busy(id, running, machine, paused) AS MATERIALIZED (
          SELECT c.id, (SELECT count(*) FROM job k
            WHERE k.state = 'running' AND k.repository = c.id AND k.kind IN (\(list(ClaimScope.Lane.builds.kinds)))),
            (SELECT h.machine FROM routing h WHERE h.repository = c.id),
            EXISTS (SELECT 1 FROM pause s JOIN repository p ON p.id = c.id
              WHERE s.forge IN ('', p.forge) AND s.name IN ('', p.name))
          FROM ready_repository c WHERE c.id IS NOT NULL)
        SELECT c.id, f.pull_request, f.id
        FROM busy c JOIN repository r ON r.id = c.id CROSS JOIN LATERAL (
          SELECT j.id, j.rank, j.pull_request FROM job j
          WHERE j.ready AND j.repository = c.id AND j.kind IN (\(list(lane.kinds)))
            AND (c.running < $1::bigint AND NOT c.paused OR j.kind NOT IN (\(list(ClaimScope.Lane.builds.kinds))))
            AND NOT EXISTS (
              SELECT 1 FROM job k WHERE k.state = 'running' AND k.pull_request = j.pull_request
                -- So that a pending status never follows the final one.
                AND (k.kind = j.kind OR (k.kind IN ('review', 'announce') AND j.kind IN ('review', 'announce'))))
            AND (j.labels <@ $6::jsonb OR greatest(j.not_before, j.queued_at) + $7::bigint <= $2::bigint)
            AND (c.machine IS NULL OR $8::text IS NULL OR c.machine = $8::text OR j.attempts > 0
              OR j.kind NOT IN (\(list(ClaimScope.Lane.builds.kinds)))
              OR greatest(j.not_before, j.queued_at) + $9::bigint <= $2::bigint)
          ORDER BY j.rank, j.id LIMIT 1) f
        WHERE r.forge NOT IN (SELECT json_array_elements_text($4::json))
          AND r.forge || ':' || r.name NOT IN (SELECT json_array_elements_text($5::json))
        ORDER BY greatest(0, (f.rank - $2::bigint + $3::bigint - 1) / $3::bigint), c.running, r.last_served, f.rank, f.id
        LIMIT \(candidates)
        """
    }

    static func list(_ kinds: [ReviewJob.Kind]) -> String {
      kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }

    private static func json(_ texts: some Collection<String>) -> String {
      // Strings can always be encoded.
      (try? JSONEncoder().encode(Array(texts))).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
  }
#endif
