// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import Logging
import ReviewContract

extension JobExecution {
  /// Shows a pending status, or the wait for an approval, while the review waits for further commits or for a worker.
  ///
  /// The review publishes the same again, which writes nothing.
  func announce(_ client: any RepositoryClient) async throws -> JobEnding {
    guard let review = try await openReview() else { return .superseded }
    let pullRequest = try await current(client)
    guard pullRequest.state == .open, !pullRequest.isDraft || !client.policy.skipsDrafts,
      let head = pullRequest.head, head == job.head
    else { return .superseded }
    let publication: Publication
    switch try await admission(of: pullRequest, head, client) {
    case .ignored: return .done(head: head, verdict: "ignored")
    case .needsApproval:
      publication = DaemonMessages.approvalWanted(of: head, job, client.policy, page: runner.pages?.review(review.id))
    case .admitted:
      if try await mayShowResult(of: review) { return .done(head: head, verdict: "announced") }
      let pause = try await queue.pauses().first { $0.scope.covers(job.pullRequest.repository) }
      let text = pause.map { DaemonMessages.paused($0) } ?? DaemonMessages.reviewing(head)
      publication = status(.pending, text, client)
    }
    try await outbox(client, of: review.id).publish(publication)
    return .done(head: head, verdict: "announced")
  }

  private func openReview() async throws(QueueError) -> ReviewJob? {
    let open = JobFilter(
      states: [.waiting, .queued], pullRequest: job.pullRequest, limit: JobFilter.largestLimit)
    return try await queue.jobs(open).first { $0.kind == .review && $0.head == job.head }
  }

  /// Runs a review within the operator's limit.
  ///
  /// - Throws: ``ReviewRefusal`` after the limit, when every process of the review has ended.
  func limited<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let limit = runner.reviewTimeout()
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        // When the review has ended, the sleep ends early with an error, which is ignored.
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else {
        throw ReviewRefusal(
          "cannot complete the review within \(limit.components.seconds) s, the limit of this server; "
            + "reduce the time that the build and the tests take, or have the operator raise limits.review_timeout")
      }
      return value
    }
  }
}

/// The pending status of a commit, when a process may have been lost between a write to the forge and its record: each
/// commit gets one final status, and it stays.
extension JobExecution {
  /// Publishes a pending status, unless an earlier run of this job published the final one: the next run publishes the
  /// same, and until then the commit would show a review in progress again.
  func publishProgress(_ client: any RepositoryClient) async throws {
    guard try await !mayShowResult(of: job) else { return }
    try await outbox(client).publish(status(.pending, DaemonMessages.reviewing(job.head), client))
  }

  /// Runs a review whose pending status shows what it does. No such status is written after it.
  func showingProgress<Value: Sendable>(
    _ client: any RepositoryClient, _ body: (_ progress: @escaping ProgressHandler) async throws -> Value
  ) async throws -> Value {
    let pace = client.progressWrites == .often ? runner.times.status : runner.times.status.slow
    let shown = ProgressStatus(of: job.head, pace: pace) { text, willSend in
      do {
        // A commit that may show the final status of an earlier run keeps it.
        guard try await !mayShowResult(of: job) else { return false }
        var publication = status(.pending, text, client)
        (publication.notesProgress, publication.isProgress) = (false, true)
        try await outbox(client).write(publication, checking: willSend)
        return true
      } catch {
        log.debug("the progress of the review is not shown", metadata: ["error": "\(error)"])
        return false
      }
    }
    shown.begin()
    do {
      let value = try await body { shown.read($0) }
      await shown.end()
      return value
    } catch {
      await shown.end()
      throw error
    }
  }

  /// Whether the commit shows, or may show, the final status of an earlier run of a review.
  func mayShowResult(of review: ReviewJob) async throws(QueueError) -> Bool {
    try await statusRecords().contains { record in
      if let intended = record.intended { return !Self.isPending(intended) }
      // A run that failed or was lost leaves an error. The status of an earlier review of the same commit is older.
      return review.error != nil && record.changedAt >= review.createdAt && !Self.isPending(record.fingerprint)
    }
  }

  /// Whether the commit shows, or may show, a pending status.
  ///
  /// A final status that was recorded and not confirmed may have been written; then it is confirmed, and not replaced
  /// by one without a result.
  func showsProgress(_ client: any RepositoryClient) async throws -> Bool {
    for record in try await statusRecords() where record.isUnsettled {
      guard let intended = record.intended, !Self.isPending(intended) else { return true }
      // The forge's responses can lag some seconds behind a write.
      let wait = record.changedAt + runner.times.settling - (try await queue.now)
      if wait > .zero { try await Task.sleep(for: wait) }
      if try await client.showsPending(record.key.name, at: job.head) { return true }
      try await queue.confirm(record.key, remoteID: record.remoteID ?? "shown", under: lease)
    }
    return false
  }

  /// Whether the commit is the head of an open pull request.
  func isCurrent(_ client: any RepositoryClient) async throws -> Bool {
    guard job.kind == .review || job.kind == .settle, job.pullRequest.number > 0 else { return false }
    let pullRequest = try await client.pullRequest(job.pullRequest.number, isAnnounced: false)
    base.withLock { $0 = pullRequest.baseBranch }
    return pullRequest.state == .open && pullRequest.head == job.head
  }

  /// The records of the statuses of the job's commit.
  private func statusRecords() async throws(QueueError) -> [PublicationRecord] {
    try await queue.publications(of: job.pullRequest).filter {
      $0.key.channel == .status && $0.key.head == job.head
    }
  }

  private static func isPending(_ fingerprint: String?) -> Bool {
    fingerprint?.hasPrefix(Outbox.pendingMark) ?? true
  }
}
