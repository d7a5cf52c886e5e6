// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// The job that an order was carried out for, or the one in its place.
struct OrderAnswer: Hashable, Sendable {
  let id: ReviewJob.ID
  let state: ReviewJob.State
}

/// An order that makes no sense for a job, or for which there is no job.
struct OrderRefusal: Error, CustomStringConvertible {
  let description: String
}

/// Who has the queue.
protocol OrderTaker: Sendable {
  /// - Throws: ``OrderRefusal`` when it cannot be done for this job; anything else when it cannot be done at all.
  func take(_ order: JobOrder, for job: ReviewJob.ID) async throws -> OrderAnswer
}
