// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
package import JobQueue
package import ReviewContract

extension OperatorCommand {
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

  /// - Parameter attribution: recorded with the command, and shown to authors for a pause.
  package func execute(
    on queue: any ReviewQueue, by attribution: Attribution
  ) async throws(QueueError) -> OperatorCommandResult {
    let result = try await queue.perform(self, by: attribution)
    if case .pause(let scope) = self { try await Self.announce(scope, on: queue) }
    if case .resume(let scope) = self { try await Self.announce(scope, on: queue) }
    return result.job.map { OperatorCommandResult($0) } ?? OperatorCommandResult(wasPaused: result.wasPaused)
  }

  /// Requests new announcements of the reviews that a pause stops, or that wait again for a worker.
  private static func announce(_ scope: PauseScope, on queue: any ReviewQueue) async throws(QueueError) {
    for job in try await queue.jobs(JobFilter(states: [.queued], limit: JobFilter.largestLimit))
    where job.kind == .review && scope.covers(job.pullRequest.repository) {
      if let announcement = JobRequest(job.pullRequest, head: job.head).announcement {
        _ = try await queue.request(announcement)
      }
    }
  }

  /// The outcome as a message for the operator.
  package func message(_ result: OperatorCommandResult) -> String {
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
  func execute(_ command: OperatorCommand, by attribution: Attribution) async throws -> OperatorCommandResult
}

/// Texts of operators, which are stored and shown to authors.
package enum OperatorText {
  package static let longestPerson = 100
  package static let longestReason = 200

  /// Returns the text on one line without control characters, at most `limit` characters; `nil` if nothing is left.
  package static func clean(_ text: String, limit: Int) -> String? {
    let visible = text.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: " "
      default: Character(scalar)
      }
    }
    let line = String(visible).split(separator: " ").joined(separator: " ")
    return line.isEmpty ? nil : String(line.prefix(limit))
  }
}

extension Attribution {
  /// - Parameters:
  ///   - uid: the user of the command's process, from the kernel.
  ///   - masked: removes secrets.
  package init(person: String?, reason: String?, uid: UInt32, masked: (String) -> String) {
    let person = person.flatMap { OperatorText.clean(masked($0), limit: OperatorText.longestPerson) }
    self.init(
      person: person.map { "\($0) (uid \(uid))" } ?? "uid \(uid)",
      reason: reason.flatMap { OperatorText.clean(masked($0), limit: OperatorText.longestReason) })
  }
}

/// Executes commands on a queue that this process has open.
package struct QueueCommandExecutor: OperatorCommandExecutor {
  package let queue: any ReviewQueue
  /// Whether a scope is configured; `nil` without the operator's file.
  private let isConfigured: (@Sendable (PauseScope) -> Bool)?

  package init(queue: any ReviewQueue, isConfigured: (@Sendable (PauseScope) -> Bool)? = nil) {
    self.queue = queue
    self.isConfigured = isConfigured
  }

  package func execute(_ command: OperatorCommand, by attribution: Attribution) async throws -> OperatorCommandResult {
    if let scope = command.configuredScope, try await !isKnown(scope) {
      throw OperatorCommandRefusal(
        description: OperatorCommand.unknown(scope) + (isConfigured == nil ? ", or name its file with --config" : ""))
    }
    do throws(QueueError) {
      return try await command.execute(on: queue, by: attribution)
    } catch {
      guard error.code == .notFound || error.code == .invalid else { throw error }
      throw OperatorCommandRefusal(description: error.description)
    }
  }

  /// Without the operator's file only the repositories in the queue's records are known.
  private func isKnown(_ scope: PauseScope) async throws -> Bool {
    if let isConfigured { return isConfigured(scope) }
    return try await queue.repositories().contains { known in
      switch scope {
      case .all: true
      case .forge(let name): known.forge == name
      case .repository(let repository): known == repository
      }
    }
  }
}

extension OperatorCommand {
  /// The scope that has to be configured; `nil` for none. A pause of a scope that is no longer configured can be ended.
  package var configuredScope: PauseScope? {
    switch self {
    case .pause(let scope): scope == .all ? nil : scope
    case .run(let pullRequest): .repository(pullRequest.repository)
    case .resume, .cancel, .retry: nil
    }
  }

  package static func unknown(_ scope: PauseScope) -> String { "\(scope) is not configured; check the name" }
}
