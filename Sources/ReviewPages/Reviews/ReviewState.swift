// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewServer

/// A job, where it stands, and the stages of its log.
struct ReviewState: Sendable {
  let job: ReviewJob
  let standing: JobStanding
  let now: Timestamp
  let index: LogIndex?
  /// The review of the newest head of the same pull request, if it is another one.
  let successor: ReviewJob?
  let isApproved: Bool
}

extension PageParts {
  /// Returns the state of a job, at most a second old; `nil` if the job does not exist, or has no page.
  func state(of id: ReviewJob.ID) async throws -> ReviewState? {
    try await states.value(for: id) { [settings, services, logs] in
      let queue = services.queue
      guard let job = try await queue.job(id), job.kind.isBuild else { return nil }
      let reviews = try await queue.jobs(
        JobFilter(kinds: [job.kind], pullRequest: job.pullRequest, limit: job.kind == .review ? 1 : 20))
      let newest = reviews.first { $0.subject == job.subject }
      return ReviewState(
        job: job, standing: try await queue.standing(of: job, workers: settings.workers, policy: settings.policy),
        now: try await queue.now, index: try await logs.index(of: id),
        successor: newest.flatMap { $0.id > id ? $0 : nil },
        isApproved: job.head == .none ? false : try await queue.isApproved(job.head, of: job.pullRequest))
    }
  }
}
