// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
import ReviewContract

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
