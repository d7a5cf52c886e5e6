// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import Foundation
import ReviewContract

extension QueueTransaction {
  func claim(by owner: String, _ scope: ClaimScope) throws -> Lease? {
    _ = try reclaim()
    try run(Self.waking, [now.milliseconds])
    let choice = try number(
      Self.choice(scope.lane),
      [
        "limit": policy.runningPerRepository, "now": now.milliseconds, "ageing": policy.ageing.wholeMilliseconds,
        "forges": Self.json(scope.excludedForges),
        "repositories": Self.json(scope.excludedRepositories.map(\.description)),
        "labels": StoredLabels.text(scope.labels), "hold": policy.labelHold.wholeMilliseconds,
        "machine": scope.machine, "preference": policy.machinePreference.wholeMilliseconds,
      ])
    guard let choice, let stored = try job(ReviewJob.ID(choice)) else { return nil }
    // One sequence for all jobs: it also says which repository was served last.
    guard let fence = try number("UPDATE queue SET fence = fence + 1 RETURNING fence") else { return nil }
    try run("UPDATE repository SET last_served = ? WHERE id = ?", [fence, stored.repository])
    return try take(stored, fence: fence, by: owner, on: scope.machine)
  }

  func renew(_ lease: Lease) throws -> LeaseRenewal {
    let stored = try leased(lease)
    let expiresAt = now + policy.lease
    try run("UPDATE job SET lease_until = ? WHERE id = ?", [expiresAt.milliseconds, stored.job.id.number])
    return LeaseRenewal(expiresAt: expiresAt, cancellation: stored.job.cancellation)
  }

  /// Marks the jobs whose time has come. A thousand at most, so that one claim does not pay for all.
  static let waking = """
    UPDATE job SET ready = 1 WHERE id IN (
      SELECT id FROM job WHERE state = 'queued' AND ready = 0 AND not_before <= ? ORDER BY not_before LIMIT 1000)
    """

  /// The first job of the repository `c` that a lane may start. A review and its announcement do not run at once, so that
  /// a pending status never follows the final one.
  private static func firstReady(_ lane: ClaimScope.Lane) -> String {
    """
    FROM job j WHERE j.ready = 1 AND j.repository = c.id AND j.kind IN (\(list(lane.kinds)))
      AND (c.running < :limit OR j.kind NOT IN (\(list(builds)))) AND NOT EXISTS (
      SELECT 1 FROM job k INDEXED BY job_one_running WHERE k.state = 'running' AND k.pull_request = j.pull_request
        AND (k.kind = j.kind OR (k.kind IN ('review', 'announce') AND j.kind IN ('review', 'announce'))))
      AND (j.labels = '[]' OR max(j.not_before, j.queued_at) + :hold <= :now OR NOT EXISTS (
        SELECT 1 FROM json_each(j.labels) l WHERE l.value NOT IN (SELECT value FROM json_each(:labels))))
      AND (c.machine IS NULL OR :machine IS NULL OR c.machine = :machine OR j.attempts > 0
        OR j.kind NOT IN (\(list(builds))) OR max(j.not_before, j.queued_at) + :preference <= :now)
    ORDER BY j.rank, j.id LIMIT 1
    """
  }

  private static let builds = ClaimScope.Lane.builds.kinds

  static func list(_ kinds: [ReviewJob.Kind]) -> String {
    kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }

  /// The job whose turn it is.
  ///
  /// It takes the first of each repository that has one ready, by hopping over the index from repository to repository,
  /// and then chooses among these: so it costs as much as there are such repositories, however long their queues are.
  static func choice(_ lane: ClaimScope.Lane) -> String { choices[lane] ?? statement(lane) }

  private static let choices = Dictionary(
    uniqueKeysWithValues: ClaimScope.Lane.allCases.map { ($0, statement($0)) })

  private static func statement(_ lane: ClaimScope.Lane) -> String {
    """
    WITH RECURSIVE
    ready_repository(id) AS (
      SELECT min(repository) FROM job WHERE ready = 1
      UNION ALL
      SELECT (SELECT min(j.repository) FROM job j WHERE j.ready = 1 AND j.repository > c.id)
      FROM ready_repository c WHERE c.id IS NOT NULL
    ),
    candidate_repository(id, running, machine) AS MATERIALIZED (
      SELECT c.id, (SELECT count(*) FROM job k
        WHERE k.state = 'running' AND k.repository = c.id AND k.kind IN (\(list(builds)))),
        (SELECT h.machine FROM routing h WHERE h.repository = c.id)
      FROM ready_repository c WHERE c.id IS NOT NULL
    ),
    candidate(repository, job, rank, running) AS MATERIALIZED (
      SELECT c.id, (SELECT j.id \(firstReady(lane))), (SELECT j.rank \(firstReady(lane))), c.running
      FROM candidate_repository c
    )
    SELECT c.job FROM candidate c JOIN repository r ON r.id = c.repository
    WHERE c.job IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM pause s WHERE s.forge IN ('', r.forge) AND s.name IN ('', r.name))
      AND r.forge NOT IN (SELECT value FROM json_each(:forges))
      AND r.forge || ':' || r.name NOT IN (SELECT value FROM json_each(:repositories))
    ORDER BY max(0, (c.rank - :now + :ageing - 1) / :ageing), c.running, r.last_served, c.rank, c.job LIMIT 1
    """
  }

  /// A list for `json_each`.
  private static func json(_ texts: some Collection<String>) -> String {
    // Strings can always be encoded.
    texts.isEmpty ? "[]" : (try? JSONEncoder().encode(Array(texts))).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}

/// Leases that were lost.
extension QueueTransaction {
  /// - Parameter all: also leases that have not ended, whose owners are known to be gone.
  func reclaim(all: Bool = false) throws -> [ReviewJob.ID] {
    try jobs(Self.expired, [all ? Int64.max : now.milliseconds]).map { try reclaim($0, isRestart: all) }
  }

  /// Reclaims what ran when the last process ended. After a crash, the jobs that did not run are not the reason for it:
  /// they no longer count as lost.
  func resume() throws -> [ReviewJob.ID] {
    if try number("SELECT clean FROM queue") == 0 {
      try run(
        "UPDATE job SET attempts = max(0, attempts - losses), losses = 0 WHERE state IN ('waiting', 'queued') AND losses > 0"
      )
    }
    try run("UPDATE queue SET clean = 0")
    return try reclaim(all: true)
  }

  /// Notes that the queue was closed.
  func suspend() throws { try run("UPDATE queue SET clean = 1") }
}
