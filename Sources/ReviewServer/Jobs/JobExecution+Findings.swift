// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import Logging
import ReviewContract

/// Commands about findings and rules.
extension JobExecution {
  /// The wait for a running review, after which the command looks again whether its result shows the finding.
  private static let recheckDelay = Duration.seconds(300)
  /// More reviews of one pull request than are looked through for the last one of its head.
  private static let lookedThrough = 200

  /// Leaves a finding out of the review of the head: records it, and publishes the last result without it.
  ///
  /// A review that has not published yet reads the record itself. Whether it read it in time is unknown while it runs, so
  /// the command is repeated later, and then writes nothing if the forge shows the right result.
  func ignore(
    _ identifier: String, in command: CommandRequest, of pullRequest: PullRequest, _ head: CommitID,
    _ client: any RepositoryClient
  ) async throws -> JobEnding {
    // A repeated command is about the head of its first attempt.
    guard job.head == .none || job.head == head else { return .done(head: job.head, verdict: "outdated") }
    guard IgnoreRequest.isIdentifier(identifier) else {
      return try await answer(DaemonMessages.invalidIdentifier(identifier, client.policy), command, head, client)
    }
    let reviews = try await queue.jobs(JobFilter(pullRequest: job.pullRequest, limit: Self.lookedThrough))
      .filter { $0.kind == .review && $0.head == head }
    let kept = try await lastReport(among: reviews, pullRequest)
    if let kept, let problem = DaemonMessages.problem(kept.report.finding(identifiedBy: identifier), identifier, head) {
      return try await answer(problem, command, head, client)
    }
    try await queue.ignore(
      IgnoreRequest(identifier: identifier, account: command.author), at: head, of: job.pullRequest)
    log.info(
      "finding ignored",
      metadata: ["account": "\(command.author)", "comment": "\(command.comment)", "finding": "\(identifier)"])
    try await apply(kept, reviews, head, client)
    return .done(head: head, verdict: command.command.name)
  }

  /// Shows the result without the ignored findings, now or later.
  private func apply(
    _ kept: KeptReport?, _ reviews: [ReviewJob], _ head: CommitID, _ client: any RepositoryClient
  ) async throws {
    if reviews.contains(where: { $0.state == .running }) {
      _ = try await queue.request(
        JobRequest(
          job.pullRequest, kind: .command, subject: job.subject, head: head, priority: .command,
          delay: Self.recheckDelay))
    } else if reviews.contains(where: { !$0.state.isFinished }) {
      // It reads the record when it ends.
    } else if let kept, let last = reviews.first(where: { $0.state == .done }) {
      let ignored = try await queue.ignoreRequests(at: head, of: job.pullRequest)
      let product = try await runner.reviewer.product(of: kept, for: last, ignoring: ignored)
      try await outbox(client, of: last.id).publish(product.publication)
    } else {
      _ = try await queue.request(
        JobRequest(job.pullRequest, head: head, priority: .command, repeats: .always, announces: true))
    }
  }

  /// The report of the last review of a head; `nil` if it is no longer stored, or was of another base branch.
  private func lastReport(among reviews: [ReviewJob], _ pullRequest: PullRequest) async throws -> KeptReport? {
    guard let last = reviews.first(where: { $0.state == .done }),
      let kept = await runner.reviewer.report(of: last), kept.base == pullRequest.baseBranch
    else { return nil }
    return kept
  }

  private func answer(
    _ text: String, _ command: CommandRequest, _ head: CommitID, _ client: any RepositoryClient
  ) async throws -> JobEnding {
    try await reply(text, to: command, client)
    return .done(head: head, verdict: "\(command.command.name): not done")
  }
}
