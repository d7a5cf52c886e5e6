// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewContract

extension QueueTransaction {
  /// Joins the request with what is there, or makes a job of it.
  func request(_ request: JobRequest) throws -> QueueOutcome {
    let pullRequest = try touch(request.pullRequest)
    if pullRequest.isNewer(than: request.forgeUpdatedAt) { return QueueOutcome(.outdated) }
    try note(request.forgeUpdatedAt, for: pullRequest)
    let open = try openJob(of: pullRequest.id, request.kind, request.subject)
    // Of the others, only those for a branch's tip and announcements are about a head, so that one can take the place of
    // another.
    guard request.kind == .review else {
      guard let open else { return try insert(request, pullRequest, after: nil) }
      guard request.kind.isReplaced, request.head != open.job.head else { return QueueOutcome(.coalesced, open.job.id) }
      return try insert(request, pullRequest, after: try end(open, .superseded))
    }
    if let open, request.isAbout(open.job.head, open.job.base) { return try join(request, open) }
    let running = try runningJob(of: pullRequest.id, .review)
    if open == nil, request.repeats != .always {
      if let running {
        if running.job.cancellation == nil, request.isAbout(running.job.head, running.job.base) {
          return QueueOutcome(.coalesced, running.job.id)
        }
      } else if let head = pullRequest.reviewedHead, request.isAbout(head, pullRequest.reviewedBase),
        try request.repeats == .never || isWhole(head, pullRequest)
      {
        return QueueOutcome(.alreadyReviewed)
      }
    }
    if let open { _ = try end(open, .superseded) }
    if let running, !request.isAbout(running.job.head, running.job.base) { try supersede(running, pullRequest) }
    return try insert(request, pullRequest, after: open?.job)
  }

  /// Whether the last review of the head left nothing out, or was given up or cancelled, which an event does not undo.
  private func isWhole(_ head: CommitID, _ pullRequest: StoredPullRequest) throws -> Bool {
    let verdict = try String.fetchOne(
      database,
      sql: "SELECT coalesce(verdict, '') FROM job WHERE pull_request = ? AND kind = ? AND head = ? "
        + "AND state IN ('done', 'dead', 'cancelled') "
        + "ORDER BY id DESC LIMIT 1",
      arguments: [pullRequest.id, ReviewJob.Kind.review.rawValue, head.hex])
    return verdict.map { $0 != ReviewJob.partialVerdict } ?? false
  }

  /// A second request for the same head can only make the job more urgent, or change whether it needs an approval.
  private func join(_ request: JobRequest, _ open: StoredJob) throws -> QueueOutcome {
    let before = open.job
    var open = open
    open.job.priority =
      ReviewJob.Priority(rawValue: min(open.job.priority.rawValue, request.priority.rawValue)) ?? .command
    // A request by an operator does not wait for what a forge's event has to.
    if request.priority == .command { open.job.notBefore = min(open.job.notBefore, now + request.delay) }
    open.job.needsApproval = request.needsApproval
    let state = try firstState(request, open.pullRequest)
    // However long it waited for an approval: it begins to wait for its turn only now.
    if open.job.state == .waiting, state == .queued { open.job.queuedAt = now }
    open.job.state = state
    if open.job != before { try save(open) }
    return QueueOutcome(.coalesced, open.job.id)
  }

  /// Asks a running review to stop, unless too many were stopped before it.
  private func supersede(_ running: StoredJob, _ pullRequest: StoredPullRequest) throws {
    guard running.job.cancellation == nil, pullRequest.cancellations < policy.cancellationsInARow else { return }
    var running = running
    running.job.cancellation = .superseded
    try save(running)
    try run("UPDATE pull_request SET cancellations = cancellations + 1 WHERE id = ?", [pullRequest.id])
  }

  /// - Parameter older: whose place in the queue the new job takes.
  private func insert(
    _ request: JobRequest, _ pullRequest: StoredPullRequest, after older: ReviewJob?
  ) throws -> QueueOutcome {
    let queuedAt = older?.queuedAt ?? now
    let latestStart = max(now, queuedAt + policy.longestDelay)
    let priority = min(request.priority.rawValue, older?.priority.rawValue ?? request.priority.rawValue)
    let job = ReviewJob(
      id: ReviewJob.ID(0), kind: request.kind, pullRequest: request.pullRequest, subject: request.subject,
      head: request.head, base: request.base, needsApproval: request.needsApproval,
      priority: ReviewJob.Priority(rawValue: priority) ?? request.priority,
      state: try firstState(request, pullRequest.id), queuedAt: queuedAt,
      notBefore: min(now + max(request.delay, .zero), latestStart), createdAt: now)
    try run(
      """
      INSERT INTO job(repository, pull_request, kind, subject, head, base, needs_approval, priority, state, ready, rank,
        attempts, losses, fence, queued_at, not_before, created_at)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?)
      """,
      [
        pullRequest.repository, pullRequest.id, job.kind.rawValue, job.subject, job.head.hex, job.base?.hex,
        job.needsApproval, job.priority.rawValue, job.state.rawValue, isReady(job), rank(of: job),
        queuedAt.milliseconds, job.notBefore.milliseconds, now.milliseconds,
      ])
    let outcome = QueueOutcome(job.state == .waiting ? .waiting : .queued, ReviewJob.ID(database.lastInsertedRowID))
    if request.announces, let announcement = request.announcement { _ = try self.request(announcement) }
    return outcome
  }

  private func firstState(_ request: JobRequest, _ pullRequest: Int64) throws -> ReviewJob.State {
    guard request.needsApproval else { return .queued }
    return try isApproved(request.head, of: pullRequest) ? .queued : .waiting
  }
}

extension JobRequest {
  /// A request that does not know its base is content with any. So is one for a head that was reviewed without one:
  /// that took the base that the forge named then, and only the message came late.
  fileprivate func isAbout(_ head: CommitID, _ base: CommitID?) -> Bool {
    self.head == head && (self.base == nil || base == nil || self.base == base)
  }
}

extension QueueTransaction {
  /// The delivery and its effect, unless it was recorded before.
  func record(_ delivery: Delivery, _ effect: DeliveryEffect) throws -> DeliveryReceipt {
    if let row = try row(
      "SELECT * FROM delivery WHERE forge = ? AND guid = ?", [delivery.forge, delivery.id])
    {
      let first = try RecordedDelivery(row)
      count(.duplicate)
      return .duplicate(first.outcome, sameBody: first.delivery.bodyDigest == delivery.bodyDigest)
    }
    let outcome =
      switch effect {
      case .ignored: QueueOutcome(.ignored)
      case .malformed: QueueOutcome(.malformed)
      case .request(let request): try self.request(request)
      case .cancel(let request): try cancel(request)
      }
    try run(
      """
      INSERT INTO delivery(forge, guid, event, action, repository_forge, repository_name, number, head, base,
        body_digest, received_at, outcome, job)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        delivery.forge, delivery.id, delivery.event, delivery.action, delivery.pullRequest?.repository.forge,
        delivery.pullRequest?.repository.name, delivery.pullRequest?.number, delivery.head?.hex, delivery.base?.hex,
        delivery.bodyDigest, now.milliseconds, outcome.kind.rawValue, outcome.job?.number,
      ])
    count(.delivery(outcome.kind))
    return .recorded(outcome)
  }
}

extension RecordedDelivery {
  init(_ row: Row) throws {
    let forge: String? = try row.decode(forColumn: "repository_forge")
    let name: String? = try row.decode(forColumn: "repository_name")
    let number: Int? = try row.decode(forColumn: "number")
    var pullRequest: PullRequestReference?
    if let forge, let name, let number {
      pullRequest = PullRequestReference(repository: RepositoryReference(forge: forge, name: name), number: number)
    }
    let job: Int64? = try row.decode(forColumn: "job")
    self.init(
      delivery: Delivery(
        forge: try row.decode(forColumn: "forge"), id: try row.decode(forColumn: "guid"),
        event: try row.decode(forColumn: "event"), action: try row.decode(forColumn: "action"),
        pullRequest: pullRequest, head: try row.optionalCommit("head"), base: try row.optionalCommit("base"),
        bodyDigest: try row.decode(forColumn: "body_digest")),
      outcome: QueueOutcome(try row.stored("outcome"), job.map { ReviewJob.ID($0) }),
      receivedAt: try row.time("received_at"))
  }
}
