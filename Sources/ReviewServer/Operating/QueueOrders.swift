// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
import ReviewContract

/// Carries out orders on a queue that this process has open.
package struct QueueOrders: OrderTaker {
  package let queue: any ReviewQueue

  package init(queue: any ReviewQueue) {
    self.queue = queue
  }

  package func take(_ order: JobOrder, for job: ReviewJob.ID) async throws -> OrderAnswer {
    do {
      let changed = try await carryOut(order, job)
      return OrderAnswer(id: changed.id, state: changed.state)
    } catch {
      guard error.code == .notFound || error.code == .invalid else { throw error }
      throw OrderRefusal(description: error.description)
    }
  }

  private func carryOut(_ order: JobOrder, _ job: ReviewJob.ID) async throws(QueueError) -> ReviewJob {
    switch order {
    case .retry: return try await queue.retry(job)
    case .cancel: return try await queue.cancel(job)
    }
  }
}
