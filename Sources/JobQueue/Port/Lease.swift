// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The right to run a job, for a time.
///
/// It is lost when it is not renewed in time. Everything that is done under it names its ``fence``, so that a worker
/// that lost it and does not know can change nothing any more.
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

/// Which jobs a worker may claim.
package struct ClaimScope: Hashable, Sendable {
  package enum Lane: String, Hashable, Sendable, CaseIterable {
    case all
    /// Jobs that build code: ``ReviewJob/Kind/isBuild``.
    case builds
    /// All others.
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
  /// What the worker's machine has.
  package var labels: Set<WorkerLabel>
  /// The worker's machine; `nil` if the queue's workers are all on one.
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

  /// Whether jobs of a repository are not claimed.
  package func excludes(_ repository: RepositoryReference) -> Bool {
    excludedForges.contains(repository.forge) || excludedRepositories.contains(repository)
  }
}

/// What a renewed lease says.
package struct LeaseRenewal: Hashable, Sendable {
  package let expiresAt: Timestamp
  /// Set when the job should stop.
  package let cancellation: ReviewJob.Cancellation?

  package init(expiresAt: Timestamp, cancellation: ReviewJob.Cancellation?) {
    self.expiresAt = expiresAt
    self.cancellation = cancellation
  }
}

/// How a worker reports the end of a job.
package enum JobEnding: Hashable, Sendable {
  /// The head that was reviewed, which may be newer than the requested one, its verdict, and the labels that the
  /// repository asks for; `nil` if its configuration was not read.
  case done(head: CommitID, verdict: String, labels: [WorkerLabel]? = nil)
  /// It was cancelled.
  case stopped
  /// The pull request has another head by now, for which there is, or will be, its own job.
  case superseded
  /// Nothing was run: the head needs an approval first. The job goes on waiting; if it has been approved since then, it
  /// is queued.
  case needsApproval
  /// Nothing was run: the repository asks for these labels, and the worker's machine lacks one of them. The job is
  /// queued again as if it had not been claimed, for workers with these labels.
  case needsLabels([WorkerLabel])
}

/// Why a job could not be done.
package struct JobFailure: Hashable, Sendable {
  /// What is longer is cut off: 2,000 bytes.
  package static let longestMessage = 2_000

  package let message: String
  /// Whether trying again may help.
  package let isTransient: Bool
  /// The shortest back-off before the next attempt, when the error names one.
  package let retryAfter: Duration?
  /// Whether it says nothing of the job: something that every job needs, such as the forge, is away.
  package let isOutage: Bool
  /// Whether the outage lasts until the operator ends it, such as by a new credential.
  package let needsOperator: Bool

  package init(
    _ message: String, isTransient: Bool, retryAfter: Duration? = nil, isOutage: Bool = false,
    needsOperator: Bool = false
  ) {
    // A store of null-terminated texts would cut it there.
    let text = message.contains("\0") ? message.replacing("\0", with: "\u{fffd}") : message
    self.message = text.truncated(toBytes: Self.longestMessage)
    self.isTransient = isTransient
    self.retryAfter = retryAfter
    self.isOutage = isOutage
    self.needsOperator = needsOperator
  }
}

extension String {
  /// The longest beginning that fits and is cut through no scalar.
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
