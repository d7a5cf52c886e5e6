// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import Logging
import ReviewContract

/// The final status of a review without a result, so that no commit stays pending forever.
extension JobExecution {
  enum FinalStatus: Sendable {
    case stopped(ReviewJob.Cancellation)
    case failed(any Error)
  }

  func publishFinalStatus(_ status: FinalStatus) async throws {
    guard job.kind == .review || job.kind == .mergeGroup || job.kind == .announce else { return }
    let client = try self.client()
    switch status {
    case .stopped(let cancellation):
      guard try await showsProgress(client) else { return }
      // A late delivery stopped it; its job reads the head and requests the review again.
      if cancellation == .superseded, try await isCurrent(client) { return }
      try await outbox(client).publish(self.status(.error, DaemonMessages.stopped(cancellation), client))
      // The pull request is closed, or has another head: the result of another one with this head is valid again.
      try await renewStatus(client)
    case .failed(let error):
      // The review itself publishes the final status of its commit.
      guard job.kind != .announce else { return }
      let status = self.status(.error, RefusalMessages.summary(DaemonMessages.reason(error)), client)
      // An outage says nothing about the commit: results that the forge shows stay, and reconciliation queues the
      // review again.
      if FailureClass(error).isOutage {
        if try await showsProgress(client) { try await outbox(client).publish(status) }
        return
      }
      guard job.kind == .review else { return try await outbox(client).publish(status) }
      // The comment of an earlier commit is replaced, so that it is not taken for the result of this one.
      let reason =
        (error as? ReviewRefusal)?.description ?? DaemonMessages.exhausted(error, attempts: job.attempts)
      try await outbox(client).publish(
        RefusalMessages.publication(
          reason, pullRequest: job.pullRequest.number, commit: job.head, marker: client.policy.marker,
          job: "\(job.id)", page: runner.pages?.review(job.id)))
    }
  }

  /// Publishes the final status of a commit that shows a pending status and has no unfinished job, and a status that is
  /// outdated because of a change to a pull request with this head.
  func settle(_ client: any RepositoryClient) async throws -> JobEnding {
    let ending = try await settlePending(client)
    return try await renewStatus(client) ? .done(head: job.head, verdict: "renewed") : ending
  }

  private func settlePending(_ client: any RepositoryClient) async throws -> JobEnding {
    let filter = JobFilter(pullRequest: job.pullRequest, limit: JobFilter.largestLimit)
    let jobs = try await queue.jobs(filter).filter {
      ($0.kind == .review || $0.kind == .mergeGroup) && $0.head == job.head
    }
    if jobs.contains(where: { !$0.state.isFinished }) { return .stopped }
    guard try await showsProgress(client) else { return .stopped }
    let last = jobs.first?.state
    if last == .superseded, try await isCurrent(client) {
      let outcome = try await queue.request(
        JobRequest(job.pullRequest, head: job.head, priority: .reconcile, announces: true))
      if outcome.kind != .alreadyReviewed { return .superseded }
    }
    let summary =
      switch last {
      case .dead:
        RefusalMessages.summary(DaemonMessages.internalError)
      case .cancelled: DaemonMessages.stopped(jobs.first?.cancellation ?? .requested)
      default: DaemonMessages.stopped(.superseded)
      }
    try await outbox(client, of: jobs.first?.id).publish(self.status(.error, summary, client))
    return .done(head: job.head, verdict: "settled")
  }
}

/// Statuses of commits that are the head of several pull requests.
extension JobExecution {
  /// Publishes the status of the job's commit again if it is outdated, and requests the reviews whose results it needs.
  ///
  /// - Returns: whether it was written.
  @discardableResult
  private func renewStatus(_ client: any RepositoryClient) async throws -> Bool {
    guard job.pullRequest.number > 0, job.head != .none else { return false }
    let renewal = try await outbox(client).renewStatus()
    var unreviewed = renewal.retargeted
    if !renewal.reviewed.contains(job.pullRequest.number), try await lacksResult(client) {
      unreviewed.insert(job.pullRequest.number)
    }
    for number in unreviewed.sorted() {
      let pullRequest = PullRequestReference(repository: job.pullRequest.repository, number: number)
      let outcome = try await queue.request(
        JobRequest(pullRequest, head: job.head, repeats: .always, announces: true))
      log.info(
        "review repeated: the commit does not show its result",
        metadata: [
          "subject": "\(pullRequest)", "outcome": "\(outcome.kind.rawValue)",
        ])
    }
    return !renewal.receipt.entries.isEmpty
  }

  /// Whether the pull request was reviewed, is open with this head, and the commit shows no result of it: the forge keeps
  /// the latest status only, or another status replaced it.
  private func lacksResult(_ client: any RepositoryClient) async throws -> Bool {
    let jobs = try await queue.jobs(JobFilter(pullRequest: job.pullRequest, limit: JobFilter.largestLimit))
    guard let last = jobs.first(where: { $0.kind == .review && $0.head == job.head }), last.state == .done,
      last.verdict.flatMap(Verdict.init) != nil
    else { return false }
    let pullRequest = try await client.pullRequest(job.pullRequest.number, isAnnounced: false)
    return pullRequest.state == .open && pullRequest.head == job.head
  }

  /// Requests the statuses of the commits that show a failure of this pull request which may be outdated, because the
  /// pull request has another head now.
  func renewHeldStatuses() async throws(QueueError) {
    let mark = "\(Outbox.heldMark)\(job.pullRequest.number):"
    for record in try await queue.unsettledPublications(marked: mark)
    where record.fingerprint?.hasPrefix(mark) == true && record.key.head != job.head
      && record.key.pullRequest.repository == job.pullRequest.repository
    {
      _ = try await queue.request(JobRequest(renewingStatusOf: record.key.head, record.key.pullRequest))
    }
  }
}

extension PublicationRecord {
  /// Whether the forge shows, or may show, a pending status. An unconfirmed record may have replaced that of a pending
  /// status which was not confirmed either.
  var isUnsettled: Bool { intended != nil || fingerprint?.hasPrefix(Outbox.pendingMark) == true }
}
