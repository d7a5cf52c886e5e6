// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Looks at a queue, without changing it.
package protocol QueueReader: Sendable {
  /// The queue's own time, which all its times are told in. It never goes back, whatever is done to the machine's clock.
  var now: Timestamp { get }

  func jobs(_ filter: JobFilter) async throws(QueueError) -> [ReviewJob]

  func job(_ id: ReviewJob.ID) async throws(QueueError) -> ReviewJob?

  func delivery(_ id: String, from forge: String) async throws(QueueError) -> RecordedDelivery?

  /// What is remembered of what a forge shows about a pull request.
  func publications(of pullRequest: PullRequestReference) async throws(QueueError) -> [PublicationRecord]

  /// What stands beside commits that is not the last word: what was confirmed with a fingerprint that begins with a mark, and
  /// what was announced and not confirmed. Of all pull requests, the oldest first, 1,000 at most.
  func unsettledPublications(marked mark: String) async throws(QueueError) -> [PublicationRecord]

  /// All that something was ever done for, and is remembered.
  func repositories() async throws(QueueError) -> [RepositoryReference]

  /// The commit that was reviewed last, or whose review was given up last.
  func reviewedHead(of pullRequest: PullRequestReference) async throws(QueueError) -> CommitID?

  /// Whether somebody approved exactly this commit. Ask before running a head that is not the job's.
  func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) async throws(QueueError) -> Bool

  /// When a delayed job's time comes or a lease ends, whichever is first.
  func nextDue() async throws(QueueError) -> Timestamp?

  func statistics() async throws(QueueError) -> QueueStatistics
}
