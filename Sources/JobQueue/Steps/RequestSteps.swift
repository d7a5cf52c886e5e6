// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

extension RequestRows {
  /// Coalesces the request with an existing job, or inserts a new one.
  package func request(_ request: JobRequest) throws -> QueueOutcome {
    try self.request(request, try touch(request.pullRequest))
  }

  /// - Parameter pullRequest: that of the request, as ``touch(_:)`` returned it.
  func request(_ request: JobRequest, _ pullRequest: StoredPullRequest) throws -> QueueOutcome {
    if pullRequest.isNewer(than: request.forgeUpdatedAt) { return QueueOutcome(.outdated) }
    try follow(request.forgeUpdatedAt, pullRequest)
    let open = try openJob(of: pullRequest.id, request.kind, request.subject)
    // Of the other kinds, only jobs for a base branch and announcements are replaced by one for another head.
    guard request.kind == .review else {
      guard let open else { return try insert(request, pullRequest, after: nil) }
      guard request.kind.isReplaced, request.head != open.job.head else { return QueueOutcome(.coalesced, open.job.id) }
      return try insert(request, pullRequest, after: try end(open, .superseded))
    }
    if let open, request.isAbout(open.job.head, open.job.base) { return try join(request, open, pullRequest) }
    let running = try runningJob(of: pullRequest.id, .review)
    if request.repeats != .always {
      if let running, request.isAbout(running.job.head, running.job.base), try isAnswered(by: running, open) {
        return QueueOutcome(.coalesced, running.job.id)
      }
      if let head = pullRequest.reviewedHead, request.isAbout(head, pullRequest.reviewedBase),
        try request.repeats == .never || isWhole(head, pullRequest),
        try [open, running].compactMap(\.self).allSatisfy({ try isUnconfirmed($0, beside: head) })
      {
        if request.renewsStatus {
          _ = try self.request(JobRequest(renewingStatusOf: request.head, request.pullRequest), pullRequest)
        }
        return QueueOutcome(.alreadyReviewed)
      }
    }
    if let open { _ = try end(open, .superseded) }
    if let running, !request.isAbout(running.job.head, running.job.base) { try supersede(running, pullRequest) }
    return try insert(request, pullRequest, after: open?.job)
  }

  /// Whether a running review of the requested head suffices: it is not being stopped, or only because of an open job
  /// that requests the head again if the forge still reports it.
  private func isAnswered(by running: StoredJob, _ open: StoredJob?) throws -> Bool {
    guard let open else { return running.job.cancellation == nil }
    guard running.job.cancellation == nil || running.job.cancellation == .superseded else { return false }
    return try isUnconfirmed(open, beside: running.job.head)
  }

  /// Whether the last review of the head was not partial. One that is dead or was cancelled counts, because an event
  /// does not undo that.
  private func isWhole(_ head: CommitID, _ pullRequest: StoredPullRequest) throws -> Bool {
    let verdict = try lastVerdict(of: pullRequest.id, head)
    return verdict.map { $0 != ReviewJob.partialVerdict } ?? false
  }

  /// Whether the job is for another head that may come from a late delivery: it will read the head from the forge, and
  /// has published nothing for its own, so that the forge still shows the result of `head`.
  private func isUnconfirmed(_ stored: StoredJob, beside head: CommitID) throws -> Bool {
    guard stored.job.head != head, stored.job.state != .waiting else { return false }
    return try !hasPublication(for: stored)
  }

  /// Whether the job, or its announcement, has published. What an earlier job of the same head published does not count:
  /// the pull request may have had another head since.
  private func hasPublication(for stored: StoredJob) throws -> Bool {
    try hasPublication(for: stored.job.head, of: stored.pullRequest, since: stored.job.createdAt)
  }

  /// Coalesces a second request for the same head, which can only raise the priority or change whether an approval is
  /// needed.
  private func join(
    _ request: JobRequest, _ open: StoredJob, _ pullRequest: StoredPullRequest
  ) throws -> QueueOutcome {
    let before = open.job
    var open = open
    open.job.priority =
      ReviewJob.Priority(rawValue: min(open.job.priority.rawValue, request.priority.rawValue)) ?? .command
    // An operator's request is not delayed like a forge's event.
    if request.priority == .command { open.job.notBefore = min(open.job.notBefore, now + request.delay) }
    open.job.needsApproval = request.needsApproval
    let state = try firstState(request, open.pullRequest)
    // The wait for an approval does not count as time in the queue.
    if open.job.state == .waiting, state == .queued { open.job.queuedAt = now }
    open.job.state = state
    if open.job != before { try save(open) }
    // The job was requested without an announcement, or the announcement has written nothing yet.
    if request.announces, try !hasPublication(for: open) {
      try announce(request, pullRequest)
    }
    return QueueOutcome(.coalesced, open.job.id)
  }

  /// Requests that a running review stop, unless too many were stopped before it.
  private func supersede(_ running: StoredJob, _ pullRequest: StoredPullRequest) throws {
    guard running.job.cancellation == nil, pullRequest.cancellations < policy.cancellationsInARow else { return }
    var running = running
    running.job.cancellation = .superseded
    try save(running)
    try noteCancellation(of: pullRequest.id)
  }

  /// - Parameter older: the job whose place in the queue the new one takes.
  private func insert(
    _ request: JobRequest, _ pullRequest: StoredPullRequest, after older: ReviewJob?
  ) throws -> QueueOutcome {
    let queuedAt = older?.queuedAt ?? now
    let latestStart = max(now, queuedAt + policy.longestDelay)
    let priority = min(request.priority.rawValue, older?.priority.rawValue ?? request.priority.rawValue)
    let job = ReviewJob(
      id: ReviewJob.ID(0), kind: request.kind, pullRequest: request.pullRequest, subject: request.subject,
      head: request.head, base: request.base, needsApproval: request.needsApproval,
      labels: request.kind.isBuild ? try labels(of: pullRequest.repository) : [],
      priority: ReviewJob.Priority(rawValue: priority) ?? request.priority,
      state: try firstState(request, pullRequest.id), queuedAt: queuedAt,
      notBefore: min(now + max(request.delay, .zero), latestStart), createdAt: now)
    let outcome = QueueOutcome(job.state == .waiting ? .waiting : .queued, try insert(job, pullRequest))
    if request.announces { try announce(request, pullRequest) }
    return outcome
  }

  private func announce(_ request: JobRequest, _ pullRequest: StoredPullRequest) throws {
    if let announcement = request.announcement { _ = try self.request(announcement, pullRequest) }
  }

  /// Records the time of the pull request's last change on the forge.
  func follow(_ forgeUpdatedAt: Timestamp?, _ pullRequest: StoredPullRequest) throws {
    guard let forgeUpdatedAt, forgeUpdatedAt != pullRequest.forgeUpdatedAt else { return }
    try note(forgeUpdatedAt: forgeUpdatedAt, for: pullRequest.id)
  }

  private func firstState(_ request: JobRequest, _ pullRequest: Int64) throws -> ReviewJob.State {
    guard request.needsApproval else { return .queued }
    return try isApproved(request.head, of: pullRequest) ? .queued : .waiting
  }
}

extension JobRequest {
  /// Whether the request is for this head and base. A request without a base matches any, and so does a head that was
  /// reviewed without one: the review used the forge's base then, and only the delivery is late.
  fileprivate func isAbout(_ head: CommitID, _ base: CommitID?) -> Bool {
    self.head == head && (self.base == nil || base == nil || self.base == base)
  }
}

extension DeliveryRows {
  /// Records a delivery and applies its effect, unless it was recorded before.
  package func record(_ delivery: Delivery, _ effect: DeliveryEffect) throws -> DeliveryReceipt {
    if let first = try self.delivery(delivery.id, from: delivery.forge) {
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
    try insert(delivery, outcome)
    count(.delivery(outcome.kind))
    return .recorded(outcome)
  }
}
