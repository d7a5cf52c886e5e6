// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

extension RequestRows {
  /// Cancels the jobs of a closed pull request, unless the forge reported a newer state.
  package func cancel(_ request: CancelRequest) throws -> QueueOutcome {
    let pullRequest = try touch(request.pullRequest)
    if pullRequest.isNewer(than: request.forgeUpdatedAt) { return QueueOutcome(.outdated) }
    try follow(request.forgeUpdatedAt, pullRequest)
    for open in try openJobs(of: pullRequest.id) { _ = try end(open, .cancelled, because: .closed) }
    // Closing overrides a newer head, because no result is needed any more.
    try closeRunning(of: pullRequest.id)
    if let head = request.head {
      _ = try self.request(JobRequest(renewingStatusOf: head, request.pullRequest), pullRequest)
    }
    return QueueOutcome(.cancelled)
  }
}

/// The steps of cancellations, retries and approvals.
extension QueueRows {
  /// Cancels a job. A running one is requested to stop, and a finished one stays as it is.
  ///
  /// - Throws: ``QueueError/Code/notFound``.
  package func cancel(_ id: ReviewJob.ID) throws -> ReviewJob {
    var stored = try existing(id)
    switch stored.job.state {
    case .waiting, .queued:
      try note(reviewed: stored.job.head, stored)
      return try end(stored, .cancelled, because: .requested)
    case .running:
      stored.job.cancellation = stored.job.cancellation ?? .requested
      try save(stored)
      return stored.job
    case .done, .superseded, .cancelled, .dead: return stored.job
    }
  }

  /// Ends the jobs of a repository that no longer exists; see ``ReviewQueue/settle(_:)``.
  package func settle(_ repository: RepositoryReference) throws -> Int {
    var count = 0
    for pullRequest in try unsettledPullRequests(of: repository) {
      for open in try openJobs(of: pullRequest) {
        _ = try end(open, .cancelled, because: .closed)
        count += 1
      }
      count += try closeRunning(of: pullRequest)
      count += try forgetResults(of: pullRequest)
    }
    return count
  }

  /// Queues a finished job again, or returns the open one for the same subject.
  ///
  /// - Throws: ``QueueError/Code/notFound``; ``QueueError/Code/invalid`` for a job that is not finished.
  package func retry(_ id: ReviewJob.ID) throws -> ReviewJob {
    var stored = try existing(id)
    if let open = try openJob(of: stored.pullRequest, stored.job.kind, stored.job.subject) { return open.job }
    guard stored.job.state.isFinished else {
      throw QueueError(
        .invalid, "cannot retry job \(id): it is \(stored.job.state.rawValue)",
        remedy: "wait until it ends, or cancel it"
      )
    }
    stored.job.revival = nil
    return try reopen(stored)
  }

  /// Queues a dead job again whose outage is over; see ``ReviewQueue/revive(_:)``.
  package func revive(_ id: ReviewJob.ID) throws -> ReviewJob? {
    guard var stored = try job(id), stored.job.state == .dead, stored.job.revival == .due else { return nil }
    stored.job.revival = .used
    guard try openJob(of: stored.pullRequest, stored.job.kind, stored.job.subject) == nil else {
      try save(stored)
      return nil
    }
    return try reopen(stored)
  }

  /// Queues a finished job as a new one.
  private func reopen(_ stored: StoredJob) throws -> ReviewJob {
    var stored = stored
    let isApproved = try isApproved(stored.job.head, of: stored.pullRequest)
    stored.job.state = isApproved || !stored.job.needsApproval ? .queued : .waiting
    stored.job.attempts = 0
    stored.job.losses = 0
    stored.job.cancellation = nil
    stored.job.error = nil
    stored.job.verdict = nil
    stored.job.queuedAt = now
    stored.job.notBefore = now
    stored.job.finishedAt = nil
    try save(stored)
    return stored.job
  }

  /// Records an approval of a head.
  ///
  /// - Returns: the jobs that waited for it, which are now queued.
  package func approve(_ approval: Approval) throws -> [ReviewJob.ID] {
    let pullRequest = try touch(approval.pullRequest)
    try insert(approval, pullRequest.id)
    return try openJobs(of: pullRequest.id).compactMap { stored in
      guard stored.job.state == .waiting, stored.job.head == approval.head else { return nil }
      var stored = stored
      stored.job.state = .queued
      // The wait for an approval does not count as time in the queue.
      stored.job.queuedAt = now
      try save(stored)
      return stored.job.id
    }
  }

  /// Records that a finding is left out of the review of a head; see ``QueueSteps/ignore(_:at:of:)``.
  package func ignore(
    _ request: IgnoreRequest, at head: CommitID, of pullRequest: PullRequestReference
  ) throws -> Bool {
    try insert(request, at: head, touch(pullRequest).id)
  }
}

/// The outbox.
extension QueueRows {
  /// Records an intended publication; see ``ReviewQueue/record(_:fingerprint:under:)``.
  ///
  /// - Throws: ``QueueError/Code/cancelled`` for the comment of a cancelled job; ``QueueError/Code/leaseLost``.
  package func record(_ key: PublicationKey, fingerprint: String, under lease: Lease) throws -> OutboxEntry {
    let stored = try leased(lease)
    if key.channel == .comment, stored.job.cancellation != nil {
      throw QueueError(.cancelled, "job \(stored.job.id) is cancelled and can no longer publish")
    }
    let pullRequest = try touch(key.pullRequest).id
    let known = try publication(key, pullRequest)
    if let known, known.intended == nil, known.remoteID != nil, known.fingerprint == fingerprint {
      // An earlier job published the same; this one publishes it, too, without a write to the forge.
      if known.changedAt < stored.job.createdAt { try touch(key, pullRequest) }
      return .published(known)
    }
    try intend(key, fingerprint: fingerprint, pullRequest)
    return .pending(known)
  }

  /// Confirms a recorded publication, with the forge's id of it.
  ///
  /// - Throws: ``QueueError/Code/invalid`` for one that was not recorded; ``QueueError/Code/leaseLost``.
  package func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) throws {
    _ = try leased(lease)
    let pullRequest = try touch(key.pullRequest).id
    guard try publication(key, pullRequest)?.intended != nil else {
      throw QueueError(.invalid, "the \(key.channel.rawValue) \(key.name) of \(key.pullRequest) was not recorded")
    }
    try confirm(key, remoteID: remoteID, pullRequest)
  }
}
