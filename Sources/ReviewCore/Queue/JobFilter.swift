// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Which jobs to list, the newest first.
package struct JobFilter: Hashable, Sendable {
  package static let largestLimit = 1_000

  /// Empty means all.
  package var states: Set<ReviewJob.State>
  package var pullRequest: PullRequestReference?
  /// Only jobs that are older than this one: where the page before ended.
  package var before: ReviewJob.ID?
  /// 1 to 1,000.
  package let limit: Int

  package init(
    states: Set<ReviewJob.State> = [], pullRequest: PullRequestReference? = nil, before: ReviewJob.ID? = nil,
    limit: Int = 100
  ) {
    self.states = states
    self.pullRequest = pullRequest
    self.before = before
    self.limit = min(max(limit, 1), Self.largestLimit)
  }
}
