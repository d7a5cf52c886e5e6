// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
import ReviewContract

/// An operator's command for a job.
package enum JobCommand: String, Sendable {
  case retry, cancel

  /// The outcome as a message for the operator.
  package func words(for job: ReviewJob.ID, _ answer: JobCommandResult) -> String {
    let state = answer.state.rawValue
    switch self {
    case .retry:
      return answer.id == job ? "job \(job): \(state)" : "job \(job): job \(answer.id) is \(state) in its place"
    case .cancel:
      return switch answer.state {
      case .cancelled: "job \(job): cancelled"
      case .running: "job \(job): asked to stop"
      default: "job \(job): \(state) already"
      }
    }
  }
}

/// The job that a command was executed for, or the job that replaced it.
package struct JobCommandResult: Hashable, Sendable {
  package let id: ReviewJob.ID
  package let state: ReviewJob.State

  package init(id: ReviewJob.ID, state: ReviewJob.State) {
    self.id = id
    self.state = state
  }
}

/// A command that is invalid in the job's state, or for a job that does not exist.
package struct JobCommandRefusal: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}

/// Executes commands where the queue is open: in the daemon, or in this process.
package protocol JobCommandExecutor: Sendable {
  /// - Throws: ``JobCommandRefusal`` when it cannot be done for this job; anything else when it cannot be done at all.
  func execute(_ command: JobCommand, for job: ReviewJob.ID) async throws -> JobCommandResult
}

/// Executes commands on a queue that this process has open.
package struct QueueCommandExecutor: JobCommandExecutor {
  package let queue: any ReviewQueue

  package init(queue: any ReviewQueue) {
    self.queue = queue
  }

  package func execute(_ command: JobCommand, for job: ReviewJob.ID) async throws -> JobCommandResult {
    do {
      let changed = try await carryOut(command, job)
      return JobCommandResult(id: changed.id, state: changed.state)
    } catch {
      guard error.code == .notFound || error.code == .invalid else { throw error }
      throw JobCommandRefusal(description: error.description)
    }
  }

  private func carryOut(_ command: JobCommand, _ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob {
    switch command {
    case .retry: return try await queue.retry(job)
    case .cancel: return try await queue.cancel(job)
    }
  }
}
