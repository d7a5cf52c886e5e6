// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The rows of a queue inside one transaction, as an engine keeps them.
///
/// Engines read and write rows; what is done with them is decided once for all, in the extensions of this folder. What is
/// read stays as it is until the transaction ends.
package protocol QueueRows {
  /// One moment for the whole step.
  var now: Timestamp { get }
  var policy: QueuePolicy { get }

  /// Adds one to a count that statistics show.
  func count(_ name: CounterName)

  // MARK: Jobs

  func job(_ id: ReviewJob.ID) throws -> StoredJob?

  /// The job that is waiting or queued.
  func openJob(of pullRequest: Int64, _ kind: ReviewJob.Kind, _ subject: String) throws -> StoredJob?

  /// All jobs that are waiting or queued, the oldest first.
  func openJobs(of pullRequest: Int64) throws -> [StoredJob]

  func runningJob(of pullRequest: Int64, _ kind: ReviewJob.Kind) throws -> StoredJob?

  /// - Returns: the number of the new job; the one that it is given is ignored.
  func insert(_ job: ReviewJob, _ pullRequest: StoredPullRequest) throws -> ReviewJob.ID

  /// Writes all fields that can change.
  func save(_ stored: StoredJob) throws

  /// Asks what runs for the pull request to stop, because it was closed.
  func closeRunning(of pullRequest: Int64) throws

  // MARK: Pull requests

  /// Finds the pull request, or begins to know it, and notes that something was done for it.
  func touch(_ reference: PullRequestReference) throws -> StoredPullRequest

  func note(forgeUpdatedAt: Timestamp, for pullRequest: Int64) throws

  /// Notes what was reviewed last, and that no review was stopped since.
  func note(reviewed head: CommitID, base: CommitID?, of pullRequest: Int64) throws

  /// Forgets that the head was reviewed, if it was the last one.
  func forget(reviewed head: CommitID, of pullRequest: Int64) throws

  /// Counts a review that a newer head stops.
  func noteCancellation(of pullRequest: Int64) throws

  /// The verdict of the last review of the head that was done, given up or cancelled; empty when it had none.
  func lastVerdict(of pullRequest: Int64, _ head: CommitID) throws -> String?

  func isApproved(_ head: CommitID, of pullRequest: Int64) throws -> Bool

  /// Remembers the approval, unless there is one.
  func insert(_ approval: Approval, _ pullRequest: Int64) throws

  // MARK: Routing

  /// The labels that a repository asks for, as far as they are known.
  func labels(of repository: Int64) throws -> [WorkerLabel]

  /// Remembers the labels that a repository asks for.
  func note(labels: [WorkerLabel], of repository: Int64) throws

  /// Remembers the machine that runs the last build of a repository, or forgets it.
  func note(machine: String?, of repository: Int64) throws

  // MARK: Publications and deliveries

  func publication(_ key: PublicationKey, _ pullRequest: Int64) throws -> PublicationRecord?

  /// Whether something was published for the head, or is about to be.
  func hasPublication(for head: CommitID, of pullRequest: Int64) throws -> Bool

  /// Notes what is about to be published.
  func intend(_ key: PublicationKey, fingerprint: String, _ pullRequest: Int64) throws

  /// Notes that the forge shows what was intended.
  func confirm(_ key: PublicationKey, remoteID: String, _ pullRequest: Int64) throws

  func delivery(_ id: String, from forge: String) throws -> RecordedDelivery?

  func insert(_ delivery: Delivery, _ outcome: QueueOutcome) throws
}
