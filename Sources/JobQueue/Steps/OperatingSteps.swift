// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What people ask for.
extension QueueRows {
  /// Cancels a job. A running one is asked to end, and one that is finished stays as it is.
  ///
  /// - Throws: ``QueueError/Code/notFound``.
  package func cancel(_ id: ReviewJob.ID) throws -> ReviewJob {
    var stored = try existing(id)
    switch stored.job.state {
    case .waiting, .queued:
      try note(reviewed: stored.job.head, stored)
      return try end(stored, .cancelled)
    case .running:
      stored.job.cancellation = stored.job.cancellation ?? .requested
      try save(stored)
      return stored.job
    case .done, .superseded, .cancelled, .dead: return stored.job
    }
  }

  /// Cancels what is open of a pull request that was closed, unless the forge said something newer since.
  package func cancel(_ request: CancelRequest) throws -> QueueOutcome {
    let pullRequest = try touch(request.pullRequest)
    if pullRequest.isNewer(than: request.forgeUpdatedAt) { return QueueOutcome(.outdated) }
    try follow(request.forgeUpdatedAt, pullRequest)
    for open in try openJobs(of: pullRequest.id) { _ = try end(open, .cancelled) }
    // Closing says more than a newer head: there is nothing left that a result could be for.
    try closeRunning(of: pullRequest.id)
    return QueueOutcome(.cancelled)
  }

  /// Queues a finished job again, or returns the open one for the same subject.
  ///
  /// - Throws: ``QueueError/Code/notFound``; ``QueueError/Code/invalid`` for a job that is not finished.
  package func retry(_ id: ReviewJob.ID) throws -> ReviewJob {
    var stored = try existing(id)
    if let open = try openJob(of: stored.pullRequest, stored.job.kind, stored.job.subject) { return open.job }
    guard stored.job.state.isFinished else {
      throw QueueError(
        .invalid, "cannot retry job \(id): it is \(stored.job.state.rawValue)", remedy: "wait for its end, or cancel it"
      )
    }
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

  /// Notes an approval of a head.
  ///
  /// - Returns: the jobs that waited for it and are queued now.
  package func approve(_ approval: Approval) throws -> [ReviewJob.ID] {
    let pullRequest = try touch(approval.pullRequest)
    try insert(approval, pullRequest.id)
    return try openJobs(of: pullRequest.id).compactMap { stored in
      guard stored.job.state == .waiting, stored.job.head == approval.head else { return nil }
      var stored = stored
      stored.job.state = .queued
      // It begins to wait for its turn only now.
      stored.job.queuedAt = now
      try save(stored)
      return stored.job.id
    }
  }
}

/// The outbox.
extension QueueRows {
  /// Notes that something is about to be published; see ``ReviewQueue/record(_:fingerprint:_:)``.
  ///
  /// - Throws: ``QueueError/Code/cancelled`` for the comment of a cancelled job, or that the lease is lost.
  package func record(_ key: PublicationKey, fingerprint: String, _ lease: Lease) throws -> OutboxEntry {
    let stored = try leased(lease)
    if key.channel == .comment, stored.job.cancellation != nil {
      throw QueueError(.cancelled, "job \(stored.job.id) is cancelled and can no longer publish")
    }
    let pullRequest = try touch(key.pullRequest).id
    let known = try publication(key, pullRequest)
    if let known, known.intended == nil, known.remoteID != nil, known.fingerprint == fingerprint {
      return .published(known)
    }
    try intend(key, fingerprint: fingerprint, pullRequest)
    return .pending(known)
  }

  /// Notes what the forge calls a publication that was recorded.
  ///
  /// - Throws: ``QueueError/Code/invalid`` for one that was not recorded, or that the lease is lost.
  package func confirm(_ key: PublicationKey, remoteID: String, _ lease: Lease) throws {
    _ = try leased(lease)
    let pullRequest = try touch(key.pullRequest).id
    guard try publication(key, pullRequest)?.intended != nil else {
      throw QueueError(.invalid, "the \(key.channel.rawValue) \(key.name) of \(key.pullRequest) was not recorded")
    }
    try confirm(key, remoteID: remoteID, pullRequest)
  }
}
