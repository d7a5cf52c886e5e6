// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewContract

extension QueueTransaction {
  func claim(by owner: String) throws -> Lease? {
    _ = try reclaim()
    try run(Self.waking, [now.milliseconds])
    let choice = try number(
      Self.choice,
      ["limit": policy.runningPerRepository, "now": now.milliseconds, "ageing": policy.ageing.wholeMilliseconds])
    guard let choice, var stored = try job(ReviewJob.ID(choice)) else { return nil }
    // One sequence for all jobs: it also says which repository was served last.
    guard let fence = try number("UPDATE queue SET fence = fence + 1 RETURNING fence") else { return nil }
    try run("UPDATE repository SET last_served = ? WHERE id = ?", [fence, stored.repository])
    stored.job.state = .running
    // Counted now and not when it fails, so that a job that ends its runner is counted too.
    stored.job.attempts += 1
    stored.job.owner = owner
    stored.job.fence = fence
    let expiresAt = now + policy.lease
    stored.job.leaseExpiresAt = expiresAt
    stored.job.startedAt = now
    try save(stored)
    return Lease(job: stored.job, fence: fence, expiresAt: expiresAt)
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

  private static let firstReady = """
    FROM job j WHERE j.ready = 1 AND j.repository = c.id AND NOT EXISTS (
      SELECT 1 FROM job k WHERE k.state = 'running' AND k.pull_request = j.pull_request AND k.kind = j.kind)
    ORDER BY j.rank, j.id LIMIT 1
    """

  /// The job whose turn it is.
  ///
  /// It takes the first of each repository that has one ready, by hopping over the index from repository to repository,
  /// and then chooses among these: so it costs as much as there are such repositories, however long their queues are.
  static let choice = """
    WITH RECURSIVE
    candidate_repository(id) AS (
      SELECT min(repository) FROM job WHERE ready = 1
      UNION ALL
      SELECT (SELECT min(j.repository) FROM job j WHERE j.ready = 1 AND j.repository > c.id)
      FROM candidate_repository c WHERE c.id IS NOT NULL
    ),
    candidate(repository, job, rank, running) AS MATERIALIZED (
      SELECT c.id, (SELECT j.id \(firstReady)), (SELECT j.rank \(firstReady)),
        (SELECT count(*) FROM job k WHERE k.state = 'running' AND k.repository = c.id)
      FROM candidate_repository c WHERE c.id IS NOT NULL
    )
    SELECT c.job FROM candidate c JOIN repository r ON r.id = c.repository
    WHERE c.running < :limit AND c.job IS NOT NULL
    ORDER BY max(0, (c.rank - :now + :ageing - 1) / :ageing), c.running, r.last_served, c.rank, c.job LIMIT 1
    """
}

/// What ends a run, and what puts a job back.
extension QueueTransaction {
  func finish(_ lease: Lease, _ ending: JobEnding) throws -> ReviewJob {
    var stored = try leased(lease)
    switch ending {
    case .stopped: return try stop(stored)
    case .superseded: return try end(stored, .superseded)
    case .done(let head, let verdict):
      stored.job.verdict = verdict
      try note(reviewed: head, stored)
      return try end(stored, .done)
    case .needsApproval:
      if stored.job.cancellation != nil { return try stop(stored) }
      stored.job.needsApproval = true
      stored.job.attempts = 0
      let isApproved = try isApproved(stored.job.head, of: stored.pullRequest)
      return try putBack(stored, as: isApproved ? .queued : .waiting, notBefore: now)
    }
  }

  func fail(_ lease: Lease, _ failure: JobFailure) throws -> ReviewJob {
    var stored = try leased(lease)
    stored.job.error = failure.message
    if stored.job.cancellation != nil { return try stop(stored) }
    guard let retry = policy.retry(stored.job, after: failure, at: now) else { return try giveUp(stored) }
    if !retry.isCounted { stored.job.attempts -= 1 }
    return try putBack(stored, notBefore: now + retry.delay)
  }

  func giveBack(_ lease: Lease) throws -> ReviewJob {
    var stored = try leased(lease)
    stored.job.attempts -= 1
    return try stored.job.cancellation == nil ? putBack(stored, notBefore: now) : stop(stored)
  }

  /// - Parameter all: also leases that have not ended, whose owners are known to be gone.
  func reclaim(all: Bool = false) throws -> [ReviewJob.ID] {
    try jobs(Self.expired, [all ? Int64.max : now.milliseconds]).map { stored in
      var stored = stored
      stored.job.losses += 1
      stored.job.error = "\(stored.job.owner ?? "its runner") was lost while it ran"
      if stored.job.cancellation != nil {
        return try stop(stored).id
      } else if policy.givesUp(losing: stored.job) {
        return try giveUp(stored).id
      } else {
        return try putBack(stored, notBefore: now).id
      }
    }
  }

  /// The same head is not requested again automatically.
  private func giveUp(_ stored: StoredJob) throws -> ReviewJob {
    try note(reviewed: stored.job.head, stored)
    return try end(stored, .dead)
  }

  func note(reviewed head: CommitID, _ stored: StoredJob) throws {
    guard stored.job.kind == .review else { return }
    try run(
      "UPDATE pull_request SET reviewed_head = ?, reviewed_base = ?, cancellations = 0, touched_at = ? WHERE id = ?",
      [head.hex, stored.job.base?.hex, now.milliseconds, stored.pullRequest])
  }

  /// Ends a job that was cancelled.
  private func stop(_ stored: StoredJob) throws -> ReviewJob {
    // Reconciliation would request it again.
    if stored.job.cancellation == .requested { try note(reviewed: stored.job.head, stored) } else { try forget(stored) }
    return try end(stored, stored.job.cancellation == .superseded ? .superseded : .cancelled)
  }

  /// A repeated review replaced the verdict of the first before it was stopped, so that the head is no longer reviewed.
  private func forget(_ stored: StoredJob) throws {
    guard stored.job.kind == .review else { return }
    try run(
      "UPDATE pull_request SET reviewed_head = NULL, reviewed_base = NULL WHERE id = ? AND reviewed_head = ?",
      [stored.pullRequest, stored.job.head.hex])
  }

  /// Opens a job again that ran, unless one is open that came after it.
  private func putBack(
    _ stored: StoredJob, as state: ReviewJob.State = .queued, notBefore: Timestamp
  ) throws -> ReviewJob {
    var stored = stored
    if try openJob(of: stored.pullRequest, stored.job.kind, stored.job.subject) != nil {
      return try end(stored, .superseded)
    }
    stored.job.state = state
    stored.job.owner = nil
    stored.job.leaseExpiresAt = nil
    stored.job.notBefore = notBefore
    try save(stored)
    return stored.job
  }
}
