// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// A request for a job of a pull request or repository.
package struct JobRequest: Hashable, Codable, Sendable {
  package let pullRequest: PullRequestReference
  package let kind: ReviewJob.Kind
  /// The key that distinguishes jobs of one pull request and kind that must not be coalesced, such as a comment's id.
  /// Empty for reviews.
  package let subject: String
  /// The head; ``CommitID/none`` if unknown.
  package let head: CommitID
  package let base: CommitID?
  package let priority: ReviewJob.Priority
  /// Whether the job has to wait until exactly this head is approved.
  package let needsApproval: Bool
  /// The time of the pull request's last change on the forge. A request that is older than the last known change is
  /// ignored.
  package let forgeUpdatedAt: Timestamp?
  /// The wait for newer heads before the job starts.
  package let delay: Duration
  /// Whether a head that was already reviewed is reviewed again.
  package let repeats: Repetition
  /// Whether the status of the head is renewed if the head was already reviewed: the pull request was closed in the
  /// meantime, and others may have the same head.
  package let renewsStatus: Bool
  /// Whether the review also gets an ``ReviewJob/Kind/announce`` job, which shows a pending status before the review
  /// starts: a new one, and an open one for whose head nothing was published yet.
  package let announces: Bool

  package enum Repetition: String, Hashable, Codable, Sendable {
    case never
    /// Only if the last review was partial (``ReviewJob/partialVerdict``), or is no longer recorded.
    case afterPartial
    case always
  }

  package init(
    _ pullRequest: PullRequestReference, kind: ReviewJob.Kind = .review, subject: String = "", head: CommitID,
    base: CommitID? = nil, priority: ReviewJob.Priority = .newHead, needsApproval: Bool = false,
    forgeUpdatedAt: Timestamp? = nil, delay: Duration = .zero, repeats: Repetition = .never, announces: Bool = false,
    renewsStatus: Bool = false
  ) {
    self.renewsStatus = renewsStatus
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
  /// The request for a status of a commit that is outdated because of a change to the pull request.
  package init(
    renewingStatusOf head: CommitID, _ pullRequest: PullRequestReference, priority: ReviewJob.Priority = .command
  ) {
    self.init(pullRequest, kind: .settle, subject: head.hex, head: head, priority: priority)
  }

  /// The request for the announcement of a review; `nil` for another kind.
  package var announcement: JobRequest? {
    kind == .review ? JobRequest(pullRequest, kind: .announce, head: head, priority: .command) : nil
  }
}

extension ReviewJob.Kind {
  /// Whether a request for another head replaces an open job.
  package var isReplaced: Bool { self == .base || self == .announce }
}

/// A request to cancel all jobs of a closed pull request.
package struct CancelRequest: Hashable, Codable, Sendable {
  package let pullRequest: PullRequestReference
  /// The head, whose status is renewed; `nil` for no change to it.
  package let head: CommitID?
  /// See ``JobRequest/forgeUpdatedAt``.
  package let forgeUpdatedAt: Timestamp?

  package init(_ pullRequest: PullRequestReference, head: CommitID? = nil, forgeUpdatedAt: Timestamp? = nil) {
    self.pullRequest = pullRequest
    self.head = head
    self.forgeUpdatedAt = forgeUpdatedAt
  }
}

/// The result of a request.
package struct QueueOutcome: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case ignored, malformed
    /// A new job was queued.
    case queued
    /// A new job waits for an approval of its commit.
    case waiting
    /// An existing job covers the request.
    case coalesced
    /// The head was already reviewed.
    case alreadyReviewed = "already_reviewed"
    /// The forge already reported a newer state.
    case outdated
    /// Open jobs were cancelled, and running jobs were requested to stop.
    case cancelled
  }

  package let kind: Kind
  package let job: ReviewJob.ID?

  package init(_ kind: Kind, _ job: ReviewJob.ID? = nil) {
    self.kind = kind
    self.job = job
  }
}

/// Permission to run exactly this commit of an untrusted author, and no other.
package struct Approval: Hashable, Codable, Sendable {
  package let pullRequest: PullRequestReference
  package let head: CommitID
  /// The approver's account name on the forge.
  package let approver: String

  package init(pullRequest: PullRequestReference, head: CommitID, approver: String) {
    self.pullRequest = pullRequest
    self.head = head
    self.approver = approver
  }
}
