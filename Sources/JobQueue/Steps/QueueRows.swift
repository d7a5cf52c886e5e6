// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The rows of a queue that requests and cancellations of pull requests use, inside one transaction of an engine.
///
/// Engines read and write rows; the logic is shared, in the extensions of this folder. Rows that were read do not
/// change until the transaction ends.
package protocol RequestRows {
  /// The time of the step, the same throughout.
  var now: Timestamp { get }
  var policy: QueuePolicy { get }

  /// Increments a counter of the statistics.
  func count(_ name: CounterName)

  // MARK: Jobs

  /// Returns the job that is waiting or queued.
  func openJob(of pullRequest: Int64, _ kind: ReviewJob.Kind, _ subject: String) throws -> StoredJob?

  /// Returns all jobs that are waiting or queued, the oldest first.
  func openJobs(of pullRequest: Int64) throws -> [StoredJob]

  func runningJob(of pullRequest: Int64, _ kind: ReviewJob.Kind) throws -> StoredJob?

  /// - Returns: the number of the new job; the number of `job` is ignored.
  func insert(_ job: ReviewJob, _ pullRequest: StoredPullRequest) throws -> ReviewJob.ID

  /// Writes all fields that can change.
  func save(_ stored: StoredJob) throws

  /// Requests that the running jobs of a pull request stop, because it was closed.
  ///
  /// - Returns: the number of jobs that were not requested to stop before.
  @discardableResult
  func closeRunning(of pullRequest: Int64) throws -> Int

  // MARK: Pull requests

  /// Finds or creates the pull request, and records its activity.
  func touch(_ reference: PullRequestReference) throws -> StoredPullRequest

  func note(forgeUpdatedAt: Timestamp, for pullRequest: Int64) throws

  /// Counts a review stopped by a newer head.
  func noteCancellation(of pullRequest: Int64) throws

  /// Returns the verdict of the last review of the head that was done, dead or cancelled; empty if it has none.
  func lastVerdict(of pullRequest: Int64, _ head: CommitID) throws -> String?

  func isApproved(_ head: CommitID, of pullRequest: Int64) throws -> Bool

  /// Whether the head has a publication, or an intended one, that was changed at this time or later.
  func hasPublication(for head: CommitID, of pullRequest: Int64, since time: Timestamp) throws -> Bool

  /// Returns the labels that a repository requires; empty if they are unknown.
  func labels(of repository: Int64) throws -> [WorkerLabel]
}

/// The rows that deliveries use.
package protocol DeliveryRows: RequestRows {
  func delivery(_ id: String, from forge: String) throws -> RecordedDelivery?

  func insert(_ delivery: Delivery, _ outcome: QueueOutcome) throws
}

/// The rows that all other steps use.
package protocol QueueRows: RequestRows, QueueSteps {
  func job(_ id: ReviewJob.ID) throws -> StoredJob?

  // MARK: Pull requests

  /// Returns the pull requests of a repository with unfinished jobs or publications, and locks them in this order.
  func unsettledPullRequests(of repository: RepositoryReference) throws -> [Int64]

  /// Deletes the publications of a pull request, and clears its last reviewed head.
  ///
  /// - Returns: the number of publications.
  func forgetResults(of pullRequest: Int64) throws -> Int

  /// Records the last reviewed head and base, and resets the count of stopped reviews.
  func note(reviewed head: CommitID, base: CommitID?, of pullRequest: Int64) throws

  /// Clears the last reviewed head, if it is this one.
  func forget(reviewed head: CommitID, of pullRequest: Int64) throws

  /// Stores the approval, unless there is one.
  func insert(_ approval: Approval, _ pullRequest: Int64) throws

  /// Stores the request, unless there is one for this finding.
  ///
  /// - Returns: whether it was stored.
  func insert(_ request: IgnoreRequest, at head: CommitID, _ pullRequest: Int64) throws -> Bool

  // MARK: Operators

  /// Pauses a scope, unless it is paused.
  func pause(_ scope: PauseScope, by attribution: Attribution) throws

  /// - Returns: whether the scope was paused.
  func resume(_ scope: PauseScope) throws -> Bool

  func insert(_ record: AuditRecord) throws

  // MARK: Routing

  /// Stores the labels that a repository requires.
  func note(labels: [WorkerLabel], of repository: Int64) throws

  /// Stores the machine of a repository's last build, or clears it.
  func note(machine: String?, of repository: Int64) throws

  // MARK: Publications

  func publication(_ key: PublicationKey, _ pullRequest: Int64) throws -> PublicationRecord?

  /// Records an intended publication.
  func intend(_ key: PublicationKey, fingerprint: String, _ pullRequest: Int64) throws

  /// Records that a later job publishes the same contents.
  func touch(_ key: PublicationKey, _ pullRequest: Int64) throws

  /// Records that the forge shows the intended publication.
  func confirm(_ key: PublicationKey, remoteID: String, _ pullRequest: Int64) throws
}
