// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract

/// The person who gives an operator's command, and the reason.
package struct Attribution: Hashable, Codable, Sendable {
  /// Such as `ada (uid 998)`.
  package let person: String
  package let reason: String?

  package init(person: String, reason: String? = nil) {
    self.person = person
    self.reason = reason
  }

  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    try QueueError.check(person, "the person who gives the command", QueueLimits.owner)
    if let reason { try QueueError.check(reason, "the reason of the command", QueueLimits.reason) }
  }
}

/// A command of the operator that changes the queue.
package enum OperatorCommand: Hashable, Sendable {
  case retry(ReviewJob.ID)
  case cancel(ReviewJob.ID)
  case pause(PauseScope)
  case resume(PauseScope)
  /// Review a pull request now, whether or not its head has been reviewed.
  case run(PullRequestReference)

  package var name: String {
    switch self {
    case .retry: "retry"
    case .cancel: "cancel"
    case .pause: "pause"
    case .resume: "resume"
    case .run: "run"
    }
  }

  /// - Throws: ``QueueError/Code/invalid`` for a value that cannot be stored; see ``QueueLimits``.
  package func check() throws(QueueError) {
    switch self {
    case .retry, .cancel: break
    case .pause(let scope), .resume(let scope): try scope.check()
    case .run(let pullRequest): try pullRequest.check()
    }
  }
}

/// The result of an operator's command.
package struct OperatorActionResult: Hashable, Codable, Sendable {
  /// The job of the command, or the one that replaced it.
  package var job: ReviewJob?
  /// Whether a scope was paused.
  package var wasPaused: Bool?

  package init(job: ReviewJob? = nil, wasPaused: Bool? = nil) {
    self.job = job
    self.wasPaused = wasPaused
  }
}

/// An operator's command in the queue's records.
package struct AuditRecord: Hashable, Sendable {
  package let at: Timestamp
  /// Such as `cancel`.
  package let command: String
  /// A pull request, a repository or the scope of a pause.
  package let subject: String
  /// The job of the command; `nil` for a pause.
  package let job: ReviewJob.ID?
  package let attribution: Attribution

  package init(at: Timestamp, command: String, subject: String, job: ReviewJob.ID?, attribution: Attribution) {
    self.at = at
    self.command = command
    self.subject = subject
    self.job = job
    self.attribution = attribution
  }
}

/// The steps of an operator's commands.
extension QueueRows {
  package func perform(_ command: OperatorCommand, by attribution: Attribution) throws -> OperatorActionResult {
    var result = OperatorActionResult()
    var subject = ""
    switch command {
    case .retry(let id): result.job = try retry(id)
    case .cancel(let id): result.job = try cancel(id)
    case .pause(let scope):
      try pause(scope, by: attribution)
      subject = scope.description
    case .resume(let scope):
      result.wasPaused = try resume(scope)
      subject = scope.description
    case .run(let pullRequest):
      let request = JobRequest(pullRequest, kind: .recheck, head: .none, priority: .command)
      result.job = try self.request(request).job.flatMap { try job($0)?.job }
      subject = pullRequest.description
    }
    if let job = result.job { subject = job.pullRequest.description }
    try insert(
      AuditRecord(at: now, command: command.name, subject: subject, job: result.job?.id, attribution: attribution))
    return result
  }
}
