// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// The job that a command was executed for, or the job that replaced it.
struct JobCommandResult: Hashable, Sendable {
  let id: ReviewJob.ID
  let state: ReviewJob.State
}

/// A command that is invalid in the job's state, or for a job that does not exist.
struct JobCommandRefusal: Error, CustomStringConvertible {
  let description: String
}

/// Executes commands where the queue is open: in the daemon, or in this process.
protocol JobCommandExecutor: Sendable {
  /// - Throws: ``JobCommandRefusal`` when it cannot be done for this job; anything else when it cannot be done at all.
  func execute(_ command: JobCommand, for job: ReviewJob.ID) async throws -> JobCommandResult
}
