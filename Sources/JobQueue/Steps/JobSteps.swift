// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// Functions shared by all steps.
extension RequestRows {
  /// Whether a worker may claim the job now: it is queued and not delayed.
  package func isReady(_ job: ReviewJob) -> Bool { job.state == .queued && job.notBefore <= now }

  package func rank(of job: ReviewJob) -> Int64 { policy.rank(of: job) }

  /// Ends a job that is not finished.
  /// - Parameter reason: why it is cancelled, if it does not have a reason yet.
  func end(
    _ stored: StoredJob, _ state: ReviewJob.State, because reason: ReviewJob.Cancellation? = nil
  ) throws -> ReviewJob {
    var stored = stored
    stored.job.state = state
    stored.job.cancellation = stored.job.cancellation ?? reason
    stored.job.finishedAt = now
    stored.job.owner = nil
    stored.job.leaseExpiresAt = nil
    try save(stored)
    count(.ended(state))
    return stored.job
  }
}

extension QueueRows {
  /// - Throws: ``QueueError/Code/leaseLost`` when the job was claimed again, was ended, or is no more.
  package func leased(_ lease: Lease) throws -> StoredJob {
    guard let stored = try job(lease.job.id), stored.job.state == .running, stored.job.fence == lease.fence else {
      throw lease.lost
    }
    return stored
  }

  func existing(_ id: ReviewJob.ID) throws -> StoredJob {
    guard let stored = try job(id) else {
      throw QueueError(.notFound, "there is no job \(id)", remedy: "see reviewbot jobs list")
    }
    return stored
  }
}

/// The steps that start and end runs, and that queue jobs again.
extension QueueRows {
  /// Gives a queued job to a worker.
  ///
  /// - Parameters:
  ///   - fence: larger than all previous ones.
  ///   - machine: the worker's; `nil` if all workers of the queue are on one machine.
  package func take(_ stored: StoredJob, fence: Int64, by owner: String, on machine: String?) throws -> Lease {
    var stored = stored
    stored.job.state = .running
    // Counted now and not at the failure, so that a job that kills its runner is counted too.
    stored.job.attempts += 1
    stored.job.owner = owner
    stored.job.fence = fence
    let expiresAt = now + policy.lease
    stored.job.leaseExpiresAt = expiresAt
    stored.job.startedAt = now
    try save(stored)
    // The review shows that it is pending itself.
    if stored.job.kind == .review, let announcement = try openJob(of: stored.pullRequest, .announce, ""),
      announcement.job.head == stored.job.head
    {
      _ = try end(announcement, .superseded)
    }
    if let machine, stored.job.kind.isBuild { try note(machine: machine, of: stored.repository) }
    return Lease(job: stored.job, fence: fence, expiresAt: expiresAt)
  }

  /// Ends the run of a lease; see ``ReviewQueue/finish(_:_:)``.
  ///
  /// - Throws: ``QueueError/Code/leaseLost`` when the lease was lost.
  package func finish(_ lease: Lease, _ ending: JobEnding) throws -> ReviewJob {
    var stored = try leased(lease)
    switch ending {
    case .stopped: return try stop(stored)
    case .superseded: return try end(stored, .superseded)
    case .done(let head, let verdict, let labels):
      stored.job.verdict = verdict
      if let labels { try note(labels: labels, of: stored.repository) }
      try note(reviewed: head, stored)
      return try end(stored, .done)
    case .needsApproval:
      if stored.job.cancellation != nil { return try stop(stored) }
      stored.job.needsApproval = true
      stored.job.attempts = 0
      let isApproved = try isApproved(stored.job.head, of: stored.pullRequest)
      return try putBack(stored, as: isApproved ? .queued : .waiting, notBefore: now)
    case .needsLabels(let labels):
      try note(labels: labels, of: stored.repository)
      // The machine cannot run the builds that it would be preferred for.
      try note(machine: nil, of: stored.repository)
      if stored.job.cancellation != nil { return try stop(stored) }
      stored.job.labels = labels
      stored.job.attempts -= 1
      return try putBack(stored, notBefore: now)
    }
  }

  /// Records the failure of a run: the job is queued again, stopped, or dead; see ``ReviewQueue/fail(_:_:)``.
  ///
  /// - Throws: ``QueueError/Code/leaseLost`` when the lease was lost.
  package func fail(_ lease: Lease, _ failure: JobFailure) throws -> ReviewJob {
    var stored = try leased(lease)
    stored.job.error = failure.message
    if stored.job.cancellation != nil { return try stop(stored) }
    guard let retry = policy.retry(stored.job, after: failure, at: now) else {
      if failure.isOutage { stored.job.revival = stored.job.revival ?? .due }
      return try giveUp(stored)
    }
    if !retry.isCounted { stored.job.attempts -= 1 }
    return try putBack(stored, notBefore: now + retry.delay)
  }

  /// Queues the job again as if it had not been claimed; see ``ReviewQueue/giveBack(_:)``.
  ///
  /// - Throws: ``QueueError/Code/leaseLost`` when the lease was lost.
  package func giveBack(_ lease: Lease) throws -> ReviewJob {
    var stored = try leased(lease)
    stored.job.attempts -= 1
    return try stored.job.cancellation == nil ? putBack(stored, notBefore: now) : stop(stored)
  }

  /// Queues a running job again whose worker was lost, or ends it as dead.
  ///
  /// - Parameter isRestart: whether the worker's process was restarted: then a job that was lost more than once is
  ///   delayed.
  package func reclaim(_ stored: StoredJob, isRestart: Bool) throws -> ReviewJob.ID {
    var stored = stored
    stored.job.losses += 1
    stored.job.error = "\(stored.job.owner ?? "its runner") was lost during the run"
    if stored.job.cancellation != nil { return try stop(stored).id }
    if policy.isDead(afterLosing: stored.job) { return try giveUp(stored).id }
    return try putBack(stored, notBefore: isRestart ? now + policy.lossDelay(stored.job) : now).id
  }

  /// Ends the job as dead, and notes its head as reviewed, so that it is not requested again automatically.
  private func giveUp(_ stored: StoredJob) throws -> ReviewJob {
    try note(reviewed: stored.job.head, stored)
    return try end(stored, .dead)
  }

  func note(reviewed head: CommitID, _ stored: StoredJob) throws {
    guard stored.job.kind == .review else { return }
    try note(reviewed: head, base: stored.job.base, of: stored.pullRequest)
  }

  /// Ends a job that was cancelled.
  private func stop(_ stored: StoredJob) throws -> ReviewJob {
    if stored.job.cancellation == .requested {
      // Reconciliation would request it again.
      try note(reviewed: stored.job.head, stored)
    } else if stored.job.kind == .review {
      // A repeated review replaced the verdict of the first before it was stopped: the head is no longer reviewed.
      try forget(reviewed: stored.job.head, of: stored.pullRequest)
    }
    return try end(stored, stored.job.cancellation == .superseded ? .superseded : .cancelled)
  }

  /// Reopens a job that ran, unless a newer one is open.
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
