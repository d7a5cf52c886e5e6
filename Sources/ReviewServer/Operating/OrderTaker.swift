// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
import ReviewContract

/// The job that an order was carried out for, or the one in its place.
package struct OrderAnswer: Hashable, Sendable {
  package let id: ReviewJob.ID
  package let state: ReviewJob.State

  package init(id: ReviewJob.ID, state: ReviewJob.State) {
    self.id = id
    self.state = state
  }
}

/// An order that makes no sense for a job, or for which there is no job.
package struct OrderRefusal: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}

/// Who has the queue.
package protocol OrderTaker: Sendable {
  /// - Throws: ``OrderRefusal`` when it cannot be done for this job; anything else when it cannot be done at all.
  func take(_ order: JobOrder, for job: ReviewJob.ID) async throws -> OrderAnswer
}
