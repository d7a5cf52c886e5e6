// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewCore

/// What people ask for.
extension QueueTransaction {
  func cancel(_ id: ReviewJob.ID) throws -> ReviewJob {
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

  func cancel(_ request: CancelRequest) throws -> QueueOutcome {
    let pullRequest = try touch(request.pullRequest)
    if pullRequest.isNewer(than: request.forgeUpdatedAt) { return QueueOutcome(.outdated) }
    try note(request.forgeUpdatedAt, for: pullRequest)
    for open in try jobs(Self.openOfPullRequest, [pullRequest.id]) { _ = try end(open, .cancelled) }
    // Closing says more than a newer head: there is nothing left that a result could be for.
    try run(Self.closing, [pullRequest.id])
    return QueueOutcome(.cancelled)
  }

  func retry(_ id: ReviewJob.ID) throws -> ReviewJob {
    var stored = try existing(id)
    if let open = try openJob(of: stored.pullRequest, stored.job.kind, stored.job.subject) { return open.job }
    guard stored.job.state == .dead || stored.job.state == .cancelled else {
      throw QueueError(
        .invalid, "job \(id) is \(stored.job.state.rawValue)", remedy: "only dead and cancelled jobs can be tried again"
      )
    }
    let isApproved = try isApproved(stored.job.head, of: stored.pullRequest)
    stored.job.state = isApproved || !stored.job.needsApproval ? .queued : .waiting
    stored.job.attempts = 0
    stored.job.losses = 0
    stored.job.cancellation = nil
    stored.job.error = nil
    stored.job.queuedAt = now
    stored.job.notBefore = now
    stored.job.finishedAt = nil
    try save(stored)
    return stored.job
  }

  func approve(_ approval: Approval) throws -> [ReviewJob.ID] {
    let pullRequest = try touch(approval.pullRequest)
    try run(
      "INSERT INTO approval VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [pullRequest.id, approval.head.hex, approval.approver, now.milliseconds])
    return try jobs(Self.openOfPullRequest, [pullRequest.id]).compactMap { stored in
      guard stored.job.state == .waiting, stored.job.head == approval.head else { return nil }
      var stored = stored
      stored.job.state = .queued
      // It begins to wait for its turn only now.
      stored.job.queuedAt = now
      try save(stored)
      return stored.job.id
    }
  }

  private func existing(_ id: ReviewJob.ID) throws -> StoredJob {
    guard let stored = try job(id) else {
      throw QueueError(.notFound, "there is no job \(id)", remedy: "see `reviewbot jobs` for those there are")
    }
    return stored
  }
}
