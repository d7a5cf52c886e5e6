// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import Logging
import ReviewContract

/// What people ask for in comments.
extension JobExecution {
  /// A command as the forge shows it now.
  private struct Request {
    let comment: Int
    let author: String
    let command: CommentCommand
    let permission: Permission
  }

  func command(_ client: any RepositoryClient) async throws -> JobEnding {
    guard let subject = CommandSubject(job.subject) else {
      throw ReviewRefusal("the comment's number cannot be read: \(job.subject)")
    }
    let pullRequest = try await client.pullRequest(job.pullRequest.number, isAnnounced: true)
    guard pullRequest.state == .open, let head = pullRequest.head else { return .stopped }
    let comment = try await posted(subject.comment, client)
    guard !comment.isOwn, let author = comment.author,
      let command = CommentCommand(firstLineOf: comment.text, name: client.policy.marker.name)
    else { return .done(head: job.head, verdict: "none") }
    let request = Request(
      comment: subject.comment, author: author, command: command,
      permission: try await client.permission(of: author))
    // Others may change what somebody wrote, and its author's rights are asked for.
    guard !comment.isEdited else {
      if request.permission >= .write { try await reply(DaemonMessages.edited(client.policy), to: request, client) }
      return refuse(request, "edited")
    }
    return try await perform(request, head, author: pullRequest.author, client)
  }

  /// The comment, which a forge may show a moment after it told of it.
  private func posted(_ comment: Int, _ client: any RepositoryClient) async throws -> PostedComment {
    do {
      return try await client.comment(comment, on: job.pullRequest.number)
    } catch let error where error.code == .notFound {
      throw CommentMissing(error: error)
    }
  }

  private func perform(
    _ request: Request, _ head: CommitID, author: String?, _ client: any RepositoryClient
  ) async throws -> JobEnding {
    let mayWrite = request.permission >= .write
    switch request.command {
    case .recheck:
      // Whose own code it is may have it reviewed again; whether it may run is asked then.
      guard mayWrite || isSame(request.author, author) else { return refuse(request) }
      _ = try await queue.request(JobRequest(job.pullRequest, head: head, priority: .command, repeats: true))
    case .approve(let commit):
      guard mayWrite else { return refuse(request) }
      guard commit == head else {
        try await reply(DaemonMessages.otherHead(approved: commit, head: head, client.policy), to: request, client)
        break
      }
      let approval = Approval(pullRequest: job.pullRequest, head: head, approver: request.author)
      try await queue.approve(approval)
      _ = try await queue.request(JobRequest(job.pullRequest, head: head, priority: .command))
      log.info("approved", metadata: ["approver": "\(request.author)", "comment": "\(request.comment)"])
    case .unknown:
      // A stranger gets no answer, so that nobody can have us write.
      guard mayWrite else { return refuse(request) }
      try await reply(DaemonMessages.help(client.policy), to: request, client)
    }
    return .done(head: head, verdict: request.command.name)
  }

  /// - Parameter author: `nil` for an account that is gone.
  private func isSame(_ account: String, _ author: String?) -> Bool {
    author.map { $0.lowercased() == account.lowercased() } ?? false
  }

  private func refuse(_ request: Request, _ reason: String = "permission") -> JobEnding {
    log.notice(
      "may not ask for that",
      metadata: [
        "account": "\(request.author)", "command": "\(request.command.name)", "permission": "\(request.permission)",
        "reason": "\(reason)",
      ])
    return .done(head: job.head, verdict: "refused")
  }

  private func reply(_ text: String, to request: Request, _ client: any RepositoryClient) async throws {
    // A marker of its own: one answer for each comment, however often it is tried.
    guard let marker = CommentMarker(name: "reply-\(request.comment)") else {
      preconditionFailure("a number is part of a marker")
    }
    try await outbox(client).publish(
      Publication(
        pullRequest: job.pullRequest.number, commit: job.head, marker: marker, comment: "\(marker.line)\n\(text)",
        state: nil, summary: ""))
  }

  /// Finds the pull requests with a commit that somebody wants checked again.
  func recheck(_ client: any RepositoryClient) async throws -> JobEnding {
    var count = 0
    for open in try await client.openPullRequests() where open.head == job.head {
      let pullRequest = PullRequestReference(repository: job.pullRequest.repository, number: open.number)
      _ = try await queue.request(JobRequest(pullRequest, head: open.head, priority: .command, repeats: true))
      count += 1
    }
    return .done(head: job.head, verdict: "\(count) queued")
  }
}

/// A comment that was told of and is not there: not yet, not any more, or it never was. The job is tried again a few times.
private struct CommentMissing: Error, CustomStringConvertible {
  let error: ForgeError

  var description: String { "\(error)" }
}
