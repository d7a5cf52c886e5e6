// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The exclusive right to run a job, until it expires.
///
/// It is lost when it is not renewed in time. Every step under it passes its ``fence``, so that a worker that lost it
/// without noticing can no longer change anything.
package struct Lease: Hashable, Codable, Sendable {
  package let job: ReviewJob
  package let fence: Int64
  package let expiresAt: Timestamp

  package init(job: ReviewJob, fence: Int64, expiresAt: Timestamp) {
    self.job = job
    self.fence = fence
    self.expiresAt = expiresAt
  }
}

/// The jobs that a worker may claim.
package struct ClaimScope: Hashable, Sendable {
  package enum Lane: String, Hashable, Sendable, CaseIterable {
    case all
    /// Jobs that build code: ``ReviewJob/Kind/isBuild``.
    case builds
    /// All other jobs.
    case commands

    package var kinds: [ReviewJob.Kind] {
      switch self {
      case .all: ReviewJob.Kind.allCases
      case .builds: ReviewJob.Kind.allCases.filter(\.isBuild)
      case .commands: ReviewJob.Kind.allCases.filter { !$0.isBuild }
      }
    }
  }

  package var lane: Lane
  /// The names of forges whose jobs are not claimed, because the forge is unavailable.
  package var excludedForges: Set<String>
  package var excludedRepositories: Set<RepositoryReference>
  /// The labels of the worker's machine.
  package var labels: Set<WorkerLabel>
  /// The worker's machine; `nil` if all workers of the queue are on one machine.
  package var machine: String?

  package init(
    lane: Lane = .all, excludedForges: Set<String> = [], excludedRepositories: Set<RepositoryReference> = [],
    labels: Set<WorkerLabel> = [], machine: String? = nil
  ) {
    self.lane = lane
    self.excludedForges = excludedForges
    self.excludedRepositories = excludedRepositories
    self.labels = labels
    self.machine = machine
  }

  /// Whether jobs of a repository are excluded.
  package func excludes(_ repository: RepositoryReference) -> Bool {
    excludedForges.contains(repository.forge) || excludedRepositories.contains(repository)
  }
}

/// The result of renewing a lease.
package struct LeaseRenewal: Hashable, Sendable {
  package let expiresAt: Timestamp
  /// Set if the job has to stop.
  package let cancellation: ReviewJob.Cancellation?

  package init(expiresAt: Timestamp, cancellation: ReviewJob.Cancellation?) {
    self.expiresAt = expiresAt
    self.cancellation = cancellation
  }
}

/// The end of a job, as its worker reports it.
package enum JobEnding: Hashable, Sendable {
  /// The head that was reviewed, which may be newer than the requested one, its verdict, and the labels that the
  /// repository requires; `nil` if its configuration was not read.
  case done(head: CommitID, verdict: String, labels: [WorkerLabel]? = nil)
  /// It was cancelled.
  case stopped
  /// The pull request has another head, which has or will have its own job.
  case superseded
  /// Nothing was run: the head needs an approval first. The job waits again, or is queued if the head was approved
  /// since.
  case needsApproval
  /// Nothing was run: the repository requires these labels, and the worker's machine lacks one of them. The job is
  /// queued again as if it had not been claimed, for workers with these labels.
  case needsLabels([WorkerLabel])
}

/// The reason why a job failed.
package struct JobFailure: Hashable, Sendable {
  /// The maximum length of a message, in bytes. A longer one is truncated.
  package static let longestMessage = 2_000

  package let message: String
  /// Whether a retry may succeed.
  package let isTransient: Bool
  /// The shortest back-off before the next attempt, if the error contains one.
  package let retryAfter: Duration?
  /// Whether the cause is not the job but an outage of something that every job needs, such as the forge.
  package let isOutage: Bool
  /// Whether the outage lasts until the operator ends it, such as with a new credential.
  package let needsOperator: Bool

  package init(
    _ message: String, isTransient: Bool, retryAfter: Duration? = nil, isOutage: Bool = false,
    needsOperator: Bool = false
  ) {
    // A store of null-terminated texts would truncate it there.
    let text = message.contains("\0") ? message.replacing("\0", with: "\u{fffd}") : message
    self.message = text.truncated(toBytes: Self.longestMessage)
    self.isTransient = isTransient
    self.retryAfter = retryAfter
    self.isOutage = isOutage
    self.needsOperator = needsOperator
  }
}

extension String {
  /// Returns the longest prefix of at most `limit` bytes that does not split a scalar.
  func truncated(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

extension Lease {
  /// The error of an operation whose lease was lost.
  package var lost: QueueError { QueueError(.leaseLost, "the lease of job \(job.id) for \(job.pullRequest) was lost") }
}
