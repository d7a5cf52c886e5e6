// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import GRDB
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
    // One sequence for all jobs, which also orders repositories by their last claim.
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

  /// Marks the jobs that are due as ready, a thousand at most, to bound the cost of one claim.
  static let waking = """
    UPDATE job SET ready = 1 WHERE id IN (
      SELECT id FROM job WHERE state = 'queued' AND ready = 0 AND not_before <= ? ORDER BY not_before LIMIT 1000)
    """

  /// The first job of the repository `c` that a lane may start. A review and its announcement do not run at once, so
  /// that a pending status never follows the final one.
  private static func firstReady(_ lane: ClaimScope.Lane) -> String {
    """
    FROM job j WHERE j.ready = 1 AND j.repository = c.id AND j.kind IN (\(list(lane.kinds)))
      AND (c.running < :limit AND NOT c.paused OR j.kind NOT IN (\(list(builds)))) AND NOT EXISTS (
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

  /// Returns the statement that selects the next job.
  ///
  /// It skips through the index from repository to repository, takes the first ready job of each, and selects among
  /// these: its cost depends on the number of repositories with ready jobs, not on the length of their queues.
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
    candidate_repository(id, running, machine, paused) AS MATERIALIZED (
      SELECT c.id, (SELECT count(*) FROM job k
        WHERE k.state = 'running' AND k.repository = c.id AND k.kind IN (\(list(builds)))),
        (SELECT h.machine FROM routing h WHERE h.repository = c.id),
        (SELECT EXISTS (SELECT 1 FROM pause s WHERE s.forge IN ('', r.forge) AND s.name IN ('', r.name))
          FROM repository r WHERE r.id = c.id)
      FROM ready_repository c WHERE c.id IS NOT NULL
    ),
    candidate(repository, job, rank, running) AS MATERIALIZED (
      SELECT c.id, (SELECT j.id \(firstReady(lane))), (SELECT j.rank \(firstReady(lane))), c.running
      FROM candidate_repository c
    )
    SELECT c.job FROM candidate c JOIN repository r ON r.id = c.repository
    WHERE c.job IS NOT NULL
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

/// Lost leases.
extension QueueTransaction {
  /// - Parameter all: also leases that have not expired, because their owners are gone.
  func reclaim(all: Bool = false) throws -> [ReviewJob.ID] {
    try jobs(Self.expired, [all ? Int64.max : now.milliseconds]).map { try reclaim($0, isRestart: all) }
  }

  /// Reclaims the jobs that ran when the last process ended. After a crash, the losses of the jobs that did not run are
  /// reset, because those jobs are not the cause.
  func resume() throws -> [ReviewJob.ID] {
    if try number("SELECT clean FROM queue") == 0 {
      try run(
        "UPDATE job SET attempts = max(0, attempts - losses), losses = 0 WHERE state IN ('waiting', 'queued') AND losses > 0"
      )
    }
    try run("UPDATE queue SET clean = 0")
    return try reclaim(all: true)
  }

  /// Records that the queue was closed.
  func suspend() throws { try run("UPDATE queue SET clean = 1") }
}
