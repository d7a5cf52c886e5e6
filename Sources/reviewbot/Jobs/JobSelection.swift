// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// The filter of `jobs list`.
struct JobSelection: Sendable {
  /// Empty means all.
  var states: Set<ReviewJob.State> = []
  var repository: RepositoryReference?
  /// The number of a pull request.
  var number: Int?
  var limit: Int

  /// The matching jobs, the newest first. Reads the queue page by page, because it filters only by state and pull
  /// request, not by repository or number alone.
  func jobs(in reader: any QueueReader) async throws(QueueError) -> [ReviewJob] {
    let pullRequest = repository.flatMap { repository in
      number.map { PullRequestReference(repository: repository, number: $0) }
    }
    var found: [ReviewJob] = []
    var before: ReviewJob.ID?
    while found.count < limit {
      let filter = JobFilter(states: states, pullRequest: pullRequest, before: before, limit: JobFilter.largestLimit)
      let page = try await reader.jobs(filter)
      found += page.filter(includes)
      guard page.count == filter.limit, let last = page.last else { break }
      before = last.id
    }
    return Array(found.prefix(limit))
  }

  private func includes(_ job: ReviewJob) -> Bool {
    let reference = job.pullRequest
    return (repository.map { $0 == reference.repository } ?? true) && (number.map { $0 == reference.number } ?? true)
  }
}
