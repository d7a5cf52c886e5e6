// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What all steps need.
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

  /// Whether a worker may claim it now: queued, and not put off.
  package func isReady(_ job: ReviewJob) -> Bool { job.state == .queued && job.notBefore <= now }

  /// The moment whose order is the jobs' order: waiting for the ageing makes up for one step of priority.
  package func rank(of job: ReviewJob) -> Int64 {
    job.queuedAt.milliseconds + Int64(job.priority.rawValue) * policy.ageing.wholeMilliseconds
  }

  /// Ends a job that is not finished.
  func end(_ stored: StoredJob, _ state: ReviewJob.State) throws -> ReviewJob {
    var stored = stored
    stored.job.state = state
    stored.job.finishedAt = now
    stored.job.owner = nil
    stored.job.leaseExpiresAt = nil
    try save(stored)
    count(.ended(state))
    return stored.job
  }
}

/// What begins a run, what ends one, and what puts a job back.
extension QueueRows {
  /// Gives a queued job to a worker.
  ///
  /// - Parameters:
  ///   - fence: larger than all before.
  ///   - machine: the worker's; `nil` if the queue's workers are all on one.
  package func take(_ stored: StoredJob, fence: Int64, by owner: String, on machine: String?) throws -> Lease {
    var stored = stored
    stored.job.state = .running
    // Counted now and not when it fails, so that a job that ends its runner is counted too.
    stored.job.attempts += 1
    stored.job.owner = owner
    stored.job.fence = fence
    let expiresAt = now + policy.lease
    stored.job.leaseExpiresAt = expiresAt
    stored.job.startedAt = now
    try save(stored)
    if let machine, stored.job.kind.isBuild { try note(machine: machine, of: stored.repository) }
    return Lease(job: stored.job, fence: fence, expiresAt: expiresAt)
  }

  /// Ends the run of a lease; see ``ReviewQueue/finish(_:_:)``.
  ///
  /// - Throws: ``QueueError/Code/leaseLost`` when the job is not the lease's any more.
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
      // It cannot run what it would be preferred for.
      try note(machine: nil, of: stored.repository)
      if stored.job.cancellation != nil { return try stop(stored) }
      stored.job.labels = labels
      stored.job.attempts -= 1
      return try putBack(stored, notBefore: now)
    }
  }

  /// Takes in that a run failed: the job is queued again, stopped, or given up; see ``ReviewQueue/fail(_:_:)``.
  ///
  /// - Throws: ``QueueError/Code/leaseLost`` when the job is not the lease's any more.
  package func fail(_ lease: Lease, _ failure: JobFailure) throws -> ReviewJob {
    var stored = try leased(lease)
    stored.job.error = failure.message
    if stored.job.cancellation != nil { return try stop(stored) }
    guard let retry = policy.retry(stored.job, after: failure, at: now) else { return try giveUp(stored) }
    if !retry.isCounted { stored.job.attempts -= 1 }
    return try putBack(stored, notBefore: now + retry.delay)
  }

  /// Queues the job again as if it had not been claimed; see ``ReviewQueue/giveBack(_:)``.
  ///
  /// - Throws: ``QueueError/Code/leaseLost`` when the job is not the lease's any more.
  package func giveBack(_ lease: Lease) throws -> ReviewJob {
    var stored = try leased(lease)
    stored.job.attempts -= 1
    return try stored.job.cancellation == nil ? putBack(stored, notBefore: now) : stop(stored)
  }

  /// Puts a running job back whose worker was lost, or gives it up.
  ///
  /// - Parameter isRestart: whether the worker ended with its process, which begins again now: then a job that did that
  ///   more than once has to wait.
  package func reclaim(_ stored: StoredJob, isRestart: Bool) throws -> ReviewJob.ID {
    var stored = stored
    stored.job.losses += 1
    stored.job.error = "\(stored.job.owner ?? "its runner") was lost while it ran"
    if stored.job.cancellation != nil { return try stop(stored).id }
    if policy.givesUp(losing: stored.job) { return try giveUp(stored).id }
    return try putBack(stored, notBefore: isRestart ? now + policy.lossDelay(stored.job) : now).id
  }

  /// The same head is not requested again automatically.
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
