// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
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
    case .needsApproval: publication = DaemonMessages.approvalWanted(of: head, job, client.policy)
    case .admitted:
      if try await mayShowResult(of: review) { return .done(head: head, verdict: "announced") }
      publication = status(.pending, DaemonMessages.reviewing(head), client)
    }
    try await outbox(client).publish(publication)
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
        // Ends early, with an error that nobody reads, when the review has ended.
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
