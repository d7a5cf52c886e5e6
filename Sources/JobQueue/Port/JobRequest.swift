// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Asks for something to be done for a pull request.
package struct JobRequest: Hashable, Codable, Sendable {
  package let pullRequest: PullRequestReference
  package let kind: ReviewJob.Kind
  /// What tells jobs of one pull request and kind apart that must not be joined, such as a comment's id. Empty for
  /// reviews.
  package let subject: String
  /// ``CommitID/none`` when the caller does not know it.
  package let head: CommitID
  package let base: CommitID?
  package let priority: ReviewJob.Priority
  /// Whether nothing may run before exactly this head is approved.
  package let needsApproval: Bool
  /// When the forge says that the pull request was changed last. What is older than what is known is not followed.
  package let forgeUpdatedAt: Timestamp?
  /// How long to wait for newer heads before this one starts.
  package let delay: Duration
  /// Whether the head is reviewed again if it has been.
  package let repeats: Repetition
  /// Whether a new review also gets an ``ReviewJob/Kind/announce`` job, which shows a pending status before the review
  /// starts.
  package let announces: Bool

  package enum Repetition: String, Hashable, Codable, Sendable {
    case never
    /// Only if the last review left something out (``ReviewJob/partialVerdict``), or nothing is known of it any more.
    case afterPartial
    case always
  }

  package init(
    _ pullRequest: PullRequestReference, kind: ReviewJob.Kind = .review, subject: String = "", head: CommitID,
    base: CommitID? = nil, priority: ReviewJob.Priority = .newHead, needsApproval: Bool = false,
    forgeUpdatedAt: Timestamp? = nil, delay: Duration = .zero, repeats: Repetition = .never, announces: Bool = false
  ) {
    self.pullRequest = pullRequest
    self.kind = kind
    self.subject = subject
    self.head = head
    self.base = base
    self.priority = priority
    self.needsApproval = needsApproval
    self.forgeUpdatedAt = forgeUpdatedAt
    self.delay = delay
    self.repeats = repeats
    self.announces = announces
  }
}

extension JobRequest {
  /// The request for the announcement of a review; `nil` for another kind.
  package var announcement: JobRequest? {
    kind == .review ? JobRequest(pullRequest, kind: .announce, head: head, priority: .command) : nil
  }
}

extension ReviewJob.Kind {
  /// Whether a request for another head takes the place of a job that waits.
  package var isReplaced: Bool { self == .base || self == .announce }
}

/// Asks that nothing more be done for a pull request, which was closed.
package struct CancelRequest: Hashable, Codable, Sendable {
  package let pullRequest: PullRequestReference
  /// See ``JobRequest/forgeUpdatedAt``.
  package let forgeUpdatedAt: Timestamp?

  package init(_ pullRequest: PullRequestReference, forgeUpdatedAt: Timestamp? = nil) {
    self.pullRequest = pullRequest
    self.forgeUpdatedAt = forgeUpdatedAt
  }
}

/// The result of a request.
package struct QueueOutcome: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case ignored, malformed
    /// A new job waits for its turn.
    case queued
    /// A new job waits for an approval of its commit.
    case waiting
    /// A job that is there already will do.
    case coalesced
    /// The head has been reviewed.
    case alreadyReviewed = "already_reviewed"
    /// The forge reported a newer state before.
    case outdated
    /// What was queued is removed, and what runs is cancelled.
    case cancelled
  }

  package let kind: Kind
  package let job: ReviewJob.ID?

  package init(_ kind: Kind, _ job: ReviewJob.ID? = nil) {
    self.kind = kind
    self.job = job
  }
}

/// Somebody's word that exactly this commit of a stranger may run. It says nothing about any other.
package struct Approval: Hashable, Codable, Sendable {
  package let pullRequest: PullRequestReference
  package let head: CommitID
  /// The approver, by the forge's account name.
  package let approver: String

  package init(pullRequest: PullRequestReference, head: CommitID, approver: String) {
    self.pullRequest = pullRequest
    self.head = head
    self.approver = approver
  }
}
