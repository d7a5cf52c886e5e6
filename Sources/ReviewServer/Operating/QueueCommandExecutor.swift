// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
import ReviewContract

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
