// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import Logging
import ReviewContract

extension JobStep {
  /// A message that is older than this speaks of what every list of the forge knows by now.
  private static let freshness = Duration.seconds(30)

  func review(_ desk: any ForgeDesk) async throws -> JobEnding {
    await reach(.claimed)
    let pullRequest = try await current(desk)
    await reach(.read)
    guard pullRequest.state == .open else { return .stopped }
    guard !pullRequest.isDraft || !desk.policy.skipsDrafts else { return .stopped }
    guard let head = pullRequest.head, head == job.head else { return try await giveWay(to: pullRequest) }
    switch try await admission(of: pullRequest, head, desk) {
    // Not stopped: whoever looks for what was missed would ask for it again and again.
    case .ignored: return .done(head: head, verdict: "ignored")
    case .needsApproval:
      try await ledger(desk).publish(DaemonWords.approvalWanted(of: head, job, desk.policy))
      return .needsApproval
    case .admitted: break
    }
    try await ledger(desk).publish(status(.pending, "reviewing \(head.short)", desk))
    await reach(.announced)
    let product = try await runner.reviewer.review(pullRequest, for: job)
    await reach(.reviewed)
    let now = try await desk.pullRequest(job.pullRequest.number, isAnnounced: false)
    await reach(.readAgain)
    guard now.state == .open else {
      try await sayLastWord(.stopped(.closed))
      return .stopped
    }
    guard now.head == head else {
      // What it came to is true of its commit, though the conversation is about another by now. A busy pull request may have
      // nothing else to show.
      try await ledger(desk).publish(product.publication.with(comment: false, verdict: true))
      return try await giveWay(to: now)
    }
    try await ledger(desk).publish(product.publication)
    await reach(.published)
    return .done(head: head, verdict: product.verdict)
  }

  /// The pull request as the forge knows it: the message was only a hint.
  func current(_ desk: any ForgeDesk) async throws -> PullRequest {
    let isFresh = queue.now - job.createdAt < Self.freshness
    var pullRequest = try await desk.pullRequest(job.pullRequest.number, isAnnounced: isFresh)
    guard isFresh, job.head != .none else { return pullRequest }
    // What is read can be some seconds behind what was told.
    for wait in runner.times.behindMessages where pullRequest.head != job.head && pullRequest.state == .open {
      try await Task.sleep(for: wait)
      pullRequest = try await desk.pullRequest(job.pullRequest.number, isAnnounced: true)
    }
    return pullRequest
  }

  /// Asks for the head that the pull request has, in the place of the one that the job is for.
  private func giveWay(to pullRequest: PullRequest) async throws -> JobEnding {
    guard let head = pullRequest.head else {
      throw ReviewRefusal("\(job.pullRequest): the forge does not say what is to be merged")
    }
    // The queue takes this run for a reason to review it again. A message that came late is none.
    if try await queue.reviewedHead(of: job.pullRequest) == head { return .superseded }
    let outcome = try await queue.request(
      JobRequest(job.pullRequest, head: head, priority: job.priority))
    log.info("has another head by now", metadata: ["new_head": "\(head.short)", "outcome": "\(outcome.kind.rawValue)"])
    return .superseded
  }

  private enum Admission {
    case admitted, needsApproval, ignored
  }

  /// Whether the code may run here. Who its author is and what he may do, only the forge's API says.
  private func admission(
    of pullRequest: PullRequest, _ head: CommitID, _ desk: any ForgeDesk
  ) async throws -> Admission {
    guard pullRequest.isFromFork, desk.policy.forks != .run, !desk.policy.trusts(pullRequest.author) else {
      return .admitted
    }
    if let author = pullRequest.author, try await desk.permission(of: author) >= .write { return .admitted }
    if desk.policy.forks == .ignore { return .ignored }
    return try await queue.isApproved(head, of: job.pullRequest) ? .admitted : .needsApproval
  }
}
