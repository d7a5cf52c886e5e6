// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Logging
import ReviewCore
import Webhooks

/// What people ask for in comments.
extension JobStep {
  func command(_ desk: any ForgeDesk) async throws -> JobEnding {
    guard let command = CommandSubject(job.subject) else {
      throw ReviewRefusal("the comment's command cannot be read: \(job.subject)")
    }
    let pullRequest = try await desk.pullRequest(job.pullRequest.number, isAnnounced: true)
    guard pullRequest.state == .open, let head = pullRequest.head else { return .stopped }
    let permission = try await desk.permission(of: command.author)
    switch command.command {
    case .recheck:
      // Whose own code it is may have it reviewed again; whether it may run is asked then.
      guard permission >= .write || isSame(command.author, pullRequest.author) else {
        return refuse(command, permission)
      }
      _ = try await queue.request(JobRequest(job.pullRequest, head: head, priority: .command, repeats: true))
    case .approve(let commit):
      guard permission >= .write else { return refuse(command, permission) }
      guard commit == head else {
        try await reply(DaemonWords.otherHead(approved: commit, head: head, desk.policy), to: command, desk)
        break
      }
      let approval = Approval(pullRequest: job.pullRequest, head: head, approver: command.author)
      try await queue.approve(approval)
      _ = try await queue.request(JobRequest(job.pullRequest, head: head, priority: .command))
      log.info("approved", metadata: ["approver": "\(command.author)"])
    case .unknown:
      // A stranger gets no answer, so that nobody can have us write.
      guard permission >= .write else { return refuse(command, permission) }
      try await reply(DaemonWords.help(desk.policy), to: command, desk)
    }
    return .done(head: head, verdict: command.word)
  }

  /// - Parameter author: `nil` for an account that is gone.
  private func isSame(_ account: String, _ author: String?) -> Bool {
    author.map { $0.lowercased() == account.lowercased() } ?? false
  }

  private func refuse(_ command: CommandSubject, _ permission: Permission) -> JobEnding {
    log.notice(
      "may not ask for that",
      metadata: ["account": "\(command.author)", "command": "\(command.word)", "permission": "\(permission)"])
    return .done(head: job.head, verdict: "refused")
  }

  private func reply(_ text: String, to command: CommandSubject, _ desk: any ForgeDesk) async throws {
    // A marker of its own: one answer for each comment, however often it is tried.
    guard let marker = CommentMarker(name: "reply-\(command.comment)") else {
      preconditionFailure("a number is part of a marker")
    }
    try await ledger(desk).publish(
      Publication(
        pullRequest: job.pullRequest.number, commit: job.head, marker: marker, comment: "\(marker.line)\n\(text)",
        state: nil, summary: ""))
  }

  /// Finds the pull requests with a commit that somebody wants checked again.
  func recheck(_ desk: any ForgeDesk) async throws -> JobEnding {
    var count = 0
    for open in try await desk.openPullRequests() where open.head == job.head {
      let pullRequest = PullRequestReference(repository: job.pullRequest.repository, number: open.number)
      _ = try await queue.request(JobRequest(pullRequest, head: open.head, priority: .command, repeats: true))
      count += 1
    }
    return .done(head: job.head, verdict: "\(count) queued")
  }
}

extension CommandSubject {
  fileprivate var word: String {
    switch command {
    case .recheck: "recheck"
    case .approve: "ok"
    case .unknown: "unknown"
    }
  }
}
