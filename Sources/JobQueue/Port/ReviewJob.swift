// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// A job of a pull request or repository, from its request until its record is deleted.
package struct ReviewJob: Hashable, Codable, Sendable, Identifiable {
  /// A number, counted up from 1 and never reused.
  package struct ID: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    package let number: Int64

    package init(_ number: Int64) {
      self.number = number
    }

    package var description: String { String(number) }
    package static func < (left: ID, right: ID) -> Bool { left.number < right.number }
  }

  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// Review the pull request. At most one is open and one runs; newer heads replace older ones.
    case review
    /// Execute a comment's command.
    case command
    /// Review the tip of a base branch, so that its pull requests can be compared with it. The subject is the branch,
    /// and a newer tip replaces an older one that waits.
    case base
    /// Review the merge group of a merge queue. The subject is its ref.
    case mergeGroup
    /// Review all pull requests with this head again; or review one pull request again, regardless of its head.
    case recheck
    /// Publish the final status of a commit that still shows a review in progress. The subject is the commit.
    case settle
    /// Publish a pending status, or the wait for an approval, before the review of the pull request starts. A newer
    /// head replaces an older one that waits.
    case announce
  }

  /// The priority of a job, the most urgent first. Each step equals a wait of ``QueuePolicy/ageing``.
  package enum Priority: Int, Codable, Sendable, CaseIterable {
    case command, newHead, reconcile
  }

  package enum State: String, Codable, Sendable, CaseIterable {
    /// Waits for the approval of its commit.
    case waiting
    case queued, running, done
    /// Replaced by a newer head.
    case superseded
    case cancelled
    /// Failed for good, with the reason in ``ReviewJob/error``. An operator can retry it.
    case dead
  }

  /// Whether reconciliation queues a dead job again.
  package enum Revival: String, Codable, Sendable {
    /// It failed because of an outage, and is queued again when that is over.
    case due
    /// It was queued again. It is not a second time.
    case used
  }

  /// The reason to stop a running job.
  package enum Cancellation: String, Codable, Sendable {
    case superseded, closed, requested
  }

  package let id: ID
  package let kind: Kind
  package let pullRequest: PullRequestReference
  package let subject: String
  package let head: CommitID
  package let base: CommitID?
  package var needsApproval: Bool
  /// The labels required of a worker's machine, in order, from the repository's configuration when it was last read.
  /// Empty for a job that builds nothing.
  package var labels: [WorkerLabel]
  package var priority: Priority
  package var state: State
  /// The number of claims, without runs that were given back.
  package var attempts: Int
  /// The number of times that its worker was lost.
  package var losses: Int
  /// The worker that runs it.
  package var owner: String?
  /// The number of its last claim; 0 before the first. Later claims of any job have larger numbers.
  package var fence: Int64
  package var leaseExpiresAt: Timestamp?
  package var cancellation: Cancellation?
  /// The message of the last failure.
  package var error: String?
  /// The verdict of a partial review, such as one without the tests of a draft.
  package static let partialVerdict = "partial"

  /// The job's verdict, when it is done.
  package var verdict: String?
  /// `nil` for a job that never died of an outage.
  package var revival: Revival?
  /// The start of the pull request's wait. A newer head inherits it from an older one.
  package var queuedAt: Timestamp
  package var notBefore: Timestamp
  package let createdAt: Timestamp
  package var startedAt: Timestamp?
  package var finishedAt: Timestamp?

  /// Creates a job from its stored fields, or a new one.
  package init(
    id: ID, kind: Kind, pullRequest: PullRequestReference, subject: String, head: CommitID, base: CommitID?,
    needsApproval: Bool, labels: [WorkerLabel] = [], priority: Priority, state: State, attempts: Int = 0,
    losses: Int = 0, owner: String? = nil,
    fence: Int64 = 0, leaseExpiresAt: Timestamp? = nil, cancellation: Cancellation? = nil, error: String? = nil,
    verdict: String? = nil, revival: Revival? = nil, queuedAt: Timestamp, notBefore: Timestamp, createdAt: Timestamp,
    startedAt: Timestamp? = nil, finishedAt: Timestamp? = nil
  ) {
    self.id = id
    self.kind = kind
    self.pullRequest = pullRequest
    self.subject = subject
    self.head = head
    self.base = base
    self.needsApproval = needsApproval
    self.labels = labels
    self.priority = priority
    self.state = state
    self.attempts = attempts
    self.losses = losses
    self.owner = owner
    self.fence = fence
    self.leaseExpiresAt = leaseExpiresAt
    self.cancellation = cancellation
    self.error = error
    self.verdict = verdict
    self.revival = revival
    self.queuedAt = queuedAt
    self.notBefore = notBefore
    self.createdAt = createdAt
    self.startedAt = startedAt
    self.finishedAt = finishedAt
  }
}

extension ReviewJob.Kind {
  /// Whether it can be for one pull request.
  package var isForPullRequest: Bool {
    switch self {
    case .review, .command, .settle, .announce, .recheck: true
    case .base, .mergeGroup: false
    }
  }

  /// Whether it can be for the repository as a whole.
  package var isForRepository: Bool {
    switch self {
    case .review, .command, .announce: false
    case .base, .mergeGroup, .recheck, .settle: true
    }
  }
}

extension ReviewJob.Kind {
  /// Whether it fetches and builds code, which takes minutes. Jobs of other kinds are a few requests to a forge, and
  /// must not wait for a build.
  package var isBuild: Bool {
    switch self {
    case .review, .base, .mergeGroup: true
    case .command, .recheck, .settle, .announce: false
    }
  }
}

extension ReviewJob.State {
  package var isFinished: Bool {
    switch self {
    case .waiting, .queued, .running: false
    case .done, .superseded, .cancelled, .dead: true
    }
  }
}

/// A repository, by its forge and its name. The name is in lowercase, because the forges that send webhooks compare
/// names without regard to case.
package struct RepositoryReference: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The forge's name in the operator's configuration, such as `github`.
  package let forge: String
  /// `OWNER/NAME`, in lowercase.
  package let name: String

  /// - Parameter name: in uppercase or lowercase.
  package init(forge: String, name: String) {
    self.forge = forge
    self.name = name.lowercased()
  }

  package var description: String { "\(forge):\(name)" }
}

/// A pull request by its repository and number, or the repository itself.
package struct PullRequestReference: Hashable, Codable, Sendable, CustomStringConvertible {
  package let repository: RepositoryReference
  /// 0 stands for the repository itself: its branches and its merge queue.
  package let number: Int

  package init(repository: RepositoryReference, number: Int) {
    self.repository = repository
    self.number = number
  }

  /// Creates a reference to a repository as a whole.
  package init(of repository: RepositoryReference) {
    self.init(repository: repository, number: 0)
  }

  package var description: String { number == 0 ? "\(repository)" : "\(repository)#\(number)" }
}
