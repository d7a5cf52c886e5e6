// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import Logging
import ReviewContract

/// A command, read from the forge when the job runs.
struct CommandRequest {
  let comment: Int
  let author: String
  let command: CommentCommand
  let permission: Permission
}

/// Commands in comments.
extension JobExecution {
  func command(_ client: any RepositoryClient) async throws -> JobEnding {
    guard let subject = CommandSubject(job.subject) else {
      throw ReviewRefusal("invalid comment number: \(job.subject)")
    }
    let pullRequest = try await client.pullRequest(job.pullRequest.number, isAnnounced: true)
    guard pullRequest.state == .open, let head = pullRequest.head else { return .stopped }
    let comment = try await posted(subject.comment, client)
    guard let author = comment.author,
      let command = CommentCommand(firstLineOf: comment.text, name: client.policy.marker.name),
      try await !client.isByReviewbot(comment)
    else { return .done(head: job.head, verdict: "none") }
    let request = CommandRequest(
      comment: subject.comment, author: author, command: command,
      permission: try await client.permission(of: author))
    // Members can edit a comment of another account, but the permission checked is the author's.
    guard !comment.isEdited else {
      if request.permission >= .write { try await reply(DaemonMessages.edited(client.policy), to: request, client) }
      return refuse(request, "edited")
    }
    return try await perform(request, head, pullRequest, client)
  }

  /// The comment, which the API of a forge may return only some time after the delivery.
  private func posted(_ comment: Int, _ client: any RepositoryClient) async throws -> PostedComment {
    do {
      return try await client.comment(comment, on: job.pullRequest.number)
    } catch let error where error.code == .notFound {
      throw CommentMissing(error: error)
    }
  }

  private func perform(
    _ request: CommandRequest, _ head: CommitID, _ pullRequest: PullRequest, _ client: any RepositoryClient
  ) async throws -> JobEnding {
    let mayWrite = request.permission >= .write
    let mayAsk = mayWrite || isSame(request.author, pullRequest.author)
    switch request.command {
    case .recheck:
      // The author of the pull request may request a review; whether the code may run is checked by the review.
      guard mayAsk else { return refuse(request) }
      _ = try await queue.request(
        JobRequest(job.pullRequest, head: head, priority: .command, repeats: .always, announces: true))
      log.info("review repeated", metadata: ["account": "\(request.author)", "comment": "\(request.comment)"])
    case .approve(let commit):
      guard mayWrite else { return refuse(request) }
      guard commit == head else {
        try await reply(DaemonMessages.otherHead(approved: commit, head: head, client.policy), to: request, client)
        break
      }
      let approval = Approval(pullRequest: job.pullRequest, head: head, approver: request.author)
      try await queue.approve(approval)
      _ = try await queue.request(JobRequest(job.pullRequest, head: head, priority: .command, announces: true))
      log.info(
        "commit approved",
        metadata: ["account": "\(request.author)", "comment": "\(request.comment)", "commit": "\(head)"])
    case .ignore(let identifier):
      guard mayWrite else { return refuse(request) }
      return try await ignore(identifier, in: request, of: pullRequest, head, client)
    // An account without permission gets no reply, so that it cannot make the bot write comments.
    case .explain(let rule):
      guard mayAsk else { return refuse(request) }
      let reviewer = runner.reviewer
      let text = try await limited { try await reviewer.explanation(of: rule, on: pullRequest, for: job) }
      try await reply(text, to: request, client)
    case .help:
      guard mayAsk else { return refuse(request) }
      try await reply(DaemonMessages.help(client.policy), to: request, client)
    case .unknown:
      guard mayWrite else { return refuse(request) }
      try await reply("Unknown command. \(DaemonMessages.help(client.policy))", to: request, client)
    }
    return .done(head: head, verdict: request.command.name)
  }

  /// - Parameter author: `nil` for a deleted account.
  private func isSame(_ account: String, _ author: String?) -> Bool {
    author.map { $0.lowercased() == account.lowercased() } ?? false
  }

  private func refuse(_ request: CommandRequest, _ reason: String = "permission") -> JobEnding {
    log.notice(
      "command refused",
      metadata: [
        "account": "\(request.author)", "command": "\(request.command.name)", "permission": "\(request.permission)",
        "reason": "\(reason)",
      ])
    return .done(head: job.head, verdict: "refused")
  }

  func reply(_ text: String, to request: CommandRequest, _ client: any RepositoryClient) async throws {
    // A marker for each command: a retry updates its reply.
    guard let marker = CommentMarker(name: "reply-\(request.comment)") else {
      preconditionFailure("a marker with a number is valid")
    }
    try await outbox(client).publish(
      Publication(
        pullRequest: job.pullRequest.number, commit: job.head, marker: marker, comment: "\(marker.line)\n\(text)",
        state: nil, summary: ""))
  }

  /// Requests reviews of all open pull requests whose head is the commit of the check, or of the pull request that the
  /// operator named.
  func recheck(_ client: any RepositoryClient) async throws -> JobEnding {
    if job.pullRequest.number > 0 { return try await run(client) }
    var count = 0
    for open in try await client.openPullRequests() where open.head == job.head {
      let pullRequest = PullRequestReference(repository: job.pullRequest.repository, number: open.number)
      _ = try await queue.request(
        JobRequest(pullRequest, head: open.head, priority: .command, repeats: .always, announces: true))
      count += 1
    }
    return .done(head: job.head, verdict: "\(count) queued")
  }

  private func run(_ client: any RepositoryClient) async throws -> JobEnding {
    let pullRequest = try await client.pullRequest(job.pullRequest.number, isAnnounced: false)
    guard pullRequest.state == .open, let head = pullRequest.head else {
      throw ReviewRefusal("cannot review \(job.pullRequest): it is not open")
    }
    _ = try await queue.request(
      JobRequest(job.pullRequest, head: head, priority: .command, repeats: .always, announces: true))
    return .done(head: head, verdict: "queued")
  }
}

/// The comment of a delivery does not exist: it was deleted, or the API does not return it yet. The job is retried.
private struct CommentMissing: Error, CustomStringConvertible {
  let error: ForgeError

  var description: String { "\(error)" }
}
