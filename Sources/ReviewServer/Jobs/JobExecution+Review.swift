// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import Logging
import ReviewContract

extension JobExecution {
  /// A delivery older than this is reflected in every response of the forge's API.
  private static let freshness = Duration.seconds(30)

  func review(_ client: any RepositoryClient) async throws -> JobEnding {
    let pullRequest = try await current(client)
    try await renewHeldStatuses()
    guard pullRequest.state == .open else { return .stopped }
    guard !pullRequest.isDraft || !client.policy.skipsDrafts else { return .stopped }
    guard let head = pullRequest.head, head == job.head else { return try await supersede(by: pullRequest) }
    switch try await admission(of: pullRequest, head, client) {
    // Not `stopped`: reconciliation would request the review again and again.
    case .ignored: return .done(head: head, verdict: "ignored")
    case .needsApproval:
      try await outbox(client).publish(
        DaemonMessages.approvalWanted(of: head, job, client.policy, page: runner.pages?.review(job.id)))
      return .needsApproval
    case .admitted: break
    }
    try await publishProgress(client)
    noteResponse()
    let product = try await showingProgress(client) { progress in
      try await limited {
        try await runner.reviewer.review(
          pullRequest, for: job, ignoring: { try await queue.ignoreRequests(at: head, of: job.pullRequest) },
          progress: progress)
      }
    }
    let now = try await client.pullRequest(job.pullRequest.number, isAnnounced: false)
    guard now.state == .open else {
      try await publishFinalStatus(.stopped(.closed))
      return .stopped
    }
    guard now.head == head else {
      // The verdict is valid for its commit, although the pull request has a newer head. Without it, a busy pull
      // request might never show a verdict.
      try await outbox(client).publish(product.publication.with(comment: false, verdict: true))
      return try await supersede(by: now)
    }
    try await outbox(client).publish(product.publication)
    // An event during the review joined it, although it read labels, title and draft state before.
    if product.verdict == ReviewJob.partialVerdict, !now.hasScope(of: pullRequest) {
      _ = try await queue.request(
        JobRequest(job.pullRequest, head: head, priority: job.priority, repeats: .always, announces: true))
    }
    return .done(head: head, verdict: product.verdict, labels: product.labels)
  }

  /// The pull request as the forge's API returns it: the delivery was only a hint.
  func current(_ client: any RepositoryClient) async throws -> PullRequest {
    let isFresh = try await queue.now - job.createdAt < Self.freshness
    var pullRequest = try await client.pullRequest(job.pullRequest.number, isAnnounced: isFresh)
    defer { base.withLock { [pullRequest] in $0 = pullRequest.baseBranch } }
    guard isFresh, job.head != .none else { return pullRequest }
    // The API can lag some seconds behind a delivery.
    for wait in runner.times.headRetries where pullRequest.head != job.head && pullRequest.state == .open {
      try await Task.sleep(for: wait)
      pullRequest = try await client.pullRequest(job.pullRequest.number, isAnnounced: true)
    }
    return pullRequest
  }

  /// Requests a review of the current head instead of the job's.
  private func supersede(by pullRequest: PullRequest) async throws -> JobEnding {
    guard let head = pullRequest.head else {
      throw ReviewRefusal("\(job.pullRequest): the forge reports no head commit")
    }
    let outcome = try await queue.request(
      JobRequest(job.pullRequest, head: head, priority: job.priority, announces: true))
    log.info(
      "superseded by a newer head", metadata: ["new_head": "\(head.short)", "outcome": "\(outcome.kind.rawValue)"])
    return .superseded
  }

  enum Admission {
    case admitted, needsApproval, ignored
  }

  /// Whether the code may run. Only the forge's API is trusted for the author and the author's permission.
  func admission(
    of pullRequest: PullRequest, _ head: CommitID, _ client: any RepositoryClient
  ) async throws -> Admission {
    guard pullRequest.isFromFork, client.policy.forks != .run, !client.policy.trusts(pullRequest.author) else {
      return .admitted
    }
    if let author = pullRequest.author, try await client.permission(of: author) >= .write { return .admitted }
    if client.policy.forks == .ignore { return .ignored }
    return try await queue.isApproved(head, of: job.pullRequest) ? .admitted : .needsApproval
  }
}

extension PullRequest {
  /// Whether the properties that determine the scope of a review are equal.
  fileprivate func hasScope(of other: PullRequest) -> Bool {
    title == other.title && isDraft == other.isDraft && Set(labels) == Set(other.labels)
  }
}
