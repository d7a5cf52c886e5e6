// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewCore

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
    if stored.job.cancellation == .requested { try note(reviewed: stored.job.head, stored) }
    return try end(stored, stored.job.cancellation == .superseded ? .superseded : .cancelled)
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
