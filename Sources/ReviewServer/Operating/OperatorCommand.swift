// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import JobQueue
package import ReviewContract

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

  /// The subject of the command, such as `job 7`.
  package var subject: String {
    switch self {
    case .retry(let job), .cancel(let job): "job \(job)"
    case .pause(let scope), .resume(let scope): "\(scope)"
    case .run(let pullRequest): "\(pullRequest)"
    }
  }

  /// The components of its path at the control socket.
  package var path: [String] {
    switch self {
    case .retry(let job), .cancel(let job): ["jobs", "\(job)", name]
    case .pause(let scope), .resume(let scope):
      [name] + [scope.forge, scope.name].filter { !$0.isEmpty }.flatMap { $0.split(separator: "/").map(String.init) }
    case .run(let pullRequest):
      [name, pullRequest.repository.forge] + pullRequest.repository.name.split(separator: "/").map(String.init)
        + ["\(pullRequest.number)"]
    }
  }

  /// - Parameter path: percent-encoded components. The result is `nil` for a path that is not a command's.
  package init?(path: [String]) {
    let parts = path.compactMap(\.removingPercentEncoding)
    guard parts.count == path.count, let first = parts.first, !parts.contains("") else { return nil }
    switch first {
    case "jobs":
      guard parts.count == 3, let number = Int64(parts[1]), number > 0 else { return nil }
      switch parts[2] {
      case "retry": self = .retry(ReviewJob.ID(number))
      case "cancel": self = .cancel(ReviewJob.ID(number))
      default: return nil
      }
    case "pause", "resume":
      guard parts.count != 3 else { return nil }
      let scope = PauseScope(
        forge: parts.count > 1 ? parts[1] : "", name: parts.dropFirst(2).joined(separator: "/"))
      self = first == "pause" ? .pause(scope) : .resume(scope)
    case "run":
      guard parts.count >= 5, let number = parts.last.flatMap({ Int($0) }), number > 0 else { return nil }
      let repository = RepositoryReference(forge: parts[1], name: parts[2..<(parts.count - 1)].joined(separator: "/"))
      self = .run(PullRequestReference(repository: repository, number: number))
    default: return nil
    }
  }
}

extension OperatorCommand {
  /// - Parameter author: recorded with a pause, such as `uid 1000`.
  package func execute(
    on queue: any ReviewQueue, by author: String
  ) async throws(QueueError) -> OperatorCommandResult {
    switch self {
    case .retry(let id): return OperatorCommandResult(try await queue.retry(id))
    case .cancel(let id): return OperatorCommandResult(try await queue.cancel(id))
    case .pause(let scope):
      try await queue.pause(scope, by: author)
      return OperatorCommandResult()
    case .resume(let scope): return OperatorCommandResult(wasPaused: try await queue.resume(scope))
    case .run(let pullRequest):
      let outcome = try await queue.request(
        JobRequest(pullRequest, kind: .recheck, head: .none, priority: .command))
      guard let id = outcome.job, let job = try await queue.job(id) else { return OperatorCommandResult() }
      return OperatorCommandResult(job)
    }
  }

  /// The outcome as a message for the operator.
  package func words(_ result: OperatorCommandResult) -> String {
    let state = result.state?.rawValue ?? "unknown"
    switch self {
    case .retry(let job):
      return result.id == job.number
        ? "job \(job): \(state)" : "job \(job): replaced by job \(result.id ?? 0), which is \(state)"
    case .cancel(let job):
      return switch result.state {
      case .cancelled: "job \(job): cancelled"
      case .running: "job \(job): stop requested"
      default: "job \(job): already \(state)"
      }
    case .pause(let scope): return "\(scope): paused; running jobs continue"
    case .resume(let scope): return result.wasPaused == false ? "\(scope): was not paused" : "\(scope): resumed"
    case .run(let pullRequest): return "\(pullRequest): requested, as job \(result.id ?? 0)"
    }
  }
}

/// The outcome of a command.
package struct OperatorCommandResult: Hashable, Codable, Sendable {
  /// The job that the command was executed for, or the job that replaced it.
  package var id: Int64?
  package var state: ReviewJob.State?
  package var wasPaused: Bool?
  /// The pull request of the job; not sent.
  package var pullRequest: PullRequestReference?

  private enum CodingKeys: String, CodingKey {
    case id, state
    case wasPaused = "was_paused"
  }

  package init(_ job: ReviewJob) {
    id = job.id.number
    state = job.state
    pullRequest = job.pullRequest
  }

  package init(wasPaused: Bool? = nil) {
    self.wasPaused = wasPaused
  }
}

/// A command that is invalid in the job's state, or for a job that does not exist.
package struct OperatorCommandRefusal: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}

/// Executes commands where the queue is open: in the daemon, or in this process.
package protocol OperatorCommandExecutor: Sendable {
  /// - Throws: ``OperatorCommandRefusal`` when it cannot be done for this subject; anything else when it cannot be done
  ///   at all.
  func execute(_ command: OperatorCommand) async throws -> OperatorCommandResult
}

/// Executes commands on a queue that this process has open.
package struct QueueCommandExecutor: OperatorCommandExecutor {
  package let queue: any ReviewQueue

  package init(queue: any ReviewQueue) {
    self.queue = queue
  }

  package func execute(_ command: OperatorCommand) async throws -> OperatorCommandResult {
    do {
      return try await command.execute(on: queue, by: "uid \(getuid())")
    } catch {
      guard error.code == .notFound || error.code == .invalid else { throw error }
      throw OperatorCommandRefusal(description: error.description)
    }
  }
}
