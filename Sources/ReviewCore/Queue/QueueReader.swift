// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Looks at a queue, without changing it.
package protocol QueueReader: Sendable {
  /// The queue's own time. It never goes back when the machine's clock is set.
  var now: Timestamp { get }

  func jobs(_ filter: JobFilter) async throws(QueueError) -> [ReviewJob]

  func job(_ id: ReviewJob.ID) async throws(QueueError) -> ReviewJob?

  func delivery(_ id: String, from forge: String) async throws(QueueError) -> RecordedDelivery?

  /// What is remembered of what a forge shows about a pull request.
  func publications(of pullRequest: PullRequestReference) async throws(QueueError) -> [PublicationRecord]

  /// The statuses of commits that are not final: what was confirmed with a fingerprint that begins with a mark, and
  /// what was announced and not confirmed. Of all pull requests, the oldest first, 1,000 at most.
  func unsettledPublications(marked mark: String) async throws(QueueError) -> [PublicationRecord]

  /// All repositories with a job that is remembered.
  func repositories() async throws(QueueError) -> [RepositoryReference]

  /// The commit that was reviewed last, or whose review was given up last.
  func reviewedHead(of pullRequest: PullRequestReference) async throws(QueueError) -> CommitID?

  /// Whether exactly this commit is approved. To be called before running a head that is not the job's.
  func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) async throws(QueueError) -> Bool

  /// When a delayed job's time comes or a lease ends, whichever is first.
  func nextDue() async throws(QueueError) -> Timestamp?

  func statistics() async throws(QueueError) -> QueueStatistics
}
