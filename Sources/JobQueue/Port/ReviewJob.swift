// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Something to be done for a pull request or its repository, from the request until it is forgotten.
package struct ReviewJob: Hashable, Codable, Sendable, Identifiable {
  /// Counted up from 1 and never used again.
  package struct ID: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    package let number: Int64

    package init(_ number: Int64) {
      self.number = number
    }

    package var description: String { String(number) }
    package static func < (left: ID, right: ID) -> Bool { left.number < right.number }
  }

  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// Review the pull request. At most one is open and one runs; newer heads take the place of older ones.
    case review
    /// Execute a comment's command.
    case command
    /// Review the tip of a branch that pull requests are made for, so that they can be compared with it. The subject is
    /// the branch, and a newer tip takes the place of an older one that waits.
    case base
    /// Review what a merge queue is about to merge. The subject is the ref that leads to it.
    case mergeGroup
    /// Find the pull requests with this head and review them again; or review one pull request again, whatever its head.
    case recheck
    /// Publish the final status of a commit that still shows a review in progress. The subject is the commit.
    case settle
    /// Show a pending status, or the wait for an approval, before the review of the pull request starts. A newer head
    /// takes the place of an older one that waits.
    case announce
  }

  /// The most urgent first. Each step is worth as much as waiting for ``QueuePolicy/ageing``.
  package enum Priority: Int, Codable, Sendable, CaseIterable {
    case command, newHead, reconcile
  }

  package enum State: String, Codable, Sendable, CaseIterable {
    /// Until its commit is approved.
    case waiting
    case queued, running, done
    /// A newer head took its place.
    case superseded
    case cancelled
    /// Given up; it says why, and an operator may have it tried again.
    case dead
  }

  /// Why a running job is to stop.
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
  /// The labels that a worker's machine needs, in order: those of the repository's configuration when it was read last.
  /// Empty for a job that builds nothing.
  package var labels: [WorkerLabel]
  package var priority: Priority
  package var state: State
  /// How often it was claimed, the runs that were given back left out.
  package var attempts: Int
  /// How often its worker was lost.
  package var losses: Int
  /// The worker that runs it.
  package var owner: String?
  /// The number of its last claim; 0 before the first. Later claims, of whatever job, have larger numbers.
  package var fence: Int64
  package var leaseExpiresAt: Timestamp?
  package var cancellation: Cancellation?
  /// What went wrong last, as text for people.
  package var error: String?
  /// The verdict of a review that left something out, such as the tests of a draft.
  package static let partialVerdict = "partial"

  /// The job's verdict, when it is done.
  package var verdict: String?
  /// Since when this pull request waits; a newer head takes it over from the older.
  package var queuedAt: Timestamp
  package var notBefore: Timestamp
  package let createdAt: Timestamp
  package var startedAt: Timestamp?
  package var finishedAt: Timestamp?

  /// A job as it is stored, or as it was just enqueued.
  package init(
    id: ID, kind: Kind, pullRequest: PullRequestReference, subject: String, head: CommitID, base: CommitID?,
    needsApproval: Bool, labels: [WorkerLabel] = [], priority: Priority, state: State, attempts: Int = 0,
    losses: Int = 0, owner: String? = nil,
    fence: Int64 = 0, leaseExpiresAt: Timestamp? = nil, cancellation: Cancellation? = nil, error: String? = nil,
    verdict: String? = nil, queuedAt: Timestamp, notBefore: Timestamp, createdAt: Timestamp,
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
  /// Whether it fetches and builds code, which takes minutes. Everything else is a few requests to a forge, and must not
  /// wait for a build.
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

/// A repository as the daemon's configuration and a forge name it, in small letters: the forges that send webhooks take
/// capital and small letters of names for the same, so that two spellings are one repository.
package struct RepositoryReference: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The forge's name in the operator's configuration, such as `github`.
  package let forge: String
  /// `OWNER/NAME`, in small letters.
  package let name: String

  /// - Parameter name: in any spelling.
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

  /// What is done for a repository as a whole.
  package init(of repository: RepositoryReference) {
    self.init(repository: repository, number: 0)
  }

  package var description: String { number == 0 ? "\(repository)" : "\(repository)#\(number)" }
}
