// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewContract

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

  func pause(_ scope: PauseScope, by author: String) throws {
    try run(
      "INSERT INTO pause VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [scope.forge, scope.name, now.milliseconds, author])
  }

  func resume(_ scope: PauseScope) throws -> Bool {
    try run("DELETE FROM pause WHERE forge = ? AND name = ?", [scope.forge, scope.name])
    return database.changesCount > 0
  }

  func forgetPublications(of reference: PullRequestReference) throws {
    try run("UPDATE publication SET remote_id = NULL WHERE pull_request = ?", [try touch(reference).id])
  }

  private func existing(_ id: ReviewJob.ID) throws -> StoredJob {
    guard let stored = try job(id) else {
      throw QueueError(.notFound, "there is no job \(id)", remedy: "see reviewbot jobs list")
    }
    return stored
  }
}

extension QueueTransaction {
  /// Forgets one batch of what is too old.
  ///
  /// - Returns: how many rows went; less than ``sweepingBatch`` means that nothing is left to forget.
  func sweep() throws -> Int {
    let retention = policy.retention
    var removed = try delete(
      // They are in the order in which they came, so that no index is needed to find the old ones.
      "DELETE FROM delivery WHERE id IN (SELECT id FROM delivery ORDER BY id LIMIT \(Self.sweepingBatch)) AND received_at < ?",
      before: now - retention.deliveries)
    let steps: [(String, String, Timestamp)] = [
      ("job", "finished_at IS NOT NULL AND finished_at < ?", now - retention.finishedJobs),
      ("publication", "channel <> 'comment' AND changed_at < ?", now - retention.publications),
    ]
    for (table, condition, limit) in steps where removed < Self.sweepingBatch {
      removed += try delete(
        "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE \(condition) LIMIT \(Self.sweepingBatch - removed))",
        before: limit)
    }
    if removed < Self.sweepingBatch {
      removed += try delete("DELETE FROM approval WHERE given_at < ?", before: now - retention.approvals)
    }
    if removed < Self.sweepingBatch {
      removed += try delete(
        """
        DELETE FROM pull_request WHERE id IN (
          SELECT p.id FROM pull_request p WHERE p.touched_at < ? AND NOT EXISTS (
            SELECT 1 FROM job j WHERE j.pull_request = p.id)
          LIMIT \(Self.sweepingBatch))
        """, before: now - retention.pullRequests)
    }
    return removed
  }

  /// Gives some of the file's empty pages back to the disk: 4 MiB at most.
  func shrink() throws {
    _ = try Row.fetchAll(database, sql: "PRAGMA incremental_vacuum(1024)")
  }

  static let sweepingBatch = 500

  private func delete(_ sql: String, before limit: Timestamp) throws -> Int {
    try database.execute(sql: sql, arguments: [limit.milliseconds])
    return database.changesCount
  }
}
