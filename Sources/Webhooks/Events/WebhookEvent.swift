// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What a message tells. It is a hint: what is done about it is decided by what the forge's API says then.
package enum WebhookEvent: Hashable, Sendable {
  case pullRequest(PullRequestEvent)
  case comment(CommentEvent)
  /// A check is to run again.
  case checkRequest(CheckRequestEvent)
  case push(PushEvent)
  case mergeGroup(MergeGroupEvent)
  /// The set of repositories that an app may see has changed.
  case installation(action: String)
  /// Authentic, and of no interest.
  case other
}

package struct PullRequestEvent: Hashable, Sendable {
  package enum Action: String, Sendable {
    case opened, synchronize, reopened, readyForReview, closed
    /// It is made for another branch now.
    case retargeted
    /// Of no interest: labels, assignees, titles.
    case other
  }

  package let action: Action
  /// `OWNER/NAME` of the repository that it is made for.
  package let repository: String
  package let number: Int
  package let head: CommitID?
  package let base: CommitID?
  package let isDraft: Bool
  /// Whether the head is in another repository, or in none any more.
  package let isFromFork: Bool
  /// As the forge writes it; compared as text only with its own.
  package let updatedAt: String?
}

package struct CommentEvent: Hashable, Sendable {
  package let repository: String
  package let number: Int
  package let comment: Int
  /// What the message says that the first line is.
  package let command: CommentCommand
}

package struct CheckRequestEvent: Hashable, Sendable {
  package let repository: String
  package let head: CommitID
}

package struct PushEvent: Hashable, Sendable {
  package let repository: String
  /// The name without `refs/heads/`.
  package let branch: String
  /// `nil` when the branch is gone.
  package let head: CommitID?
}

package struct MergeGroupEvent: Hashable, Sendable {
  package let repository: String
  package let head: CommitID
  package let base: CommitID?
  /// The ref that leads to the head, such as `refs/heads/gh-readonly-queue/main/pr-1-COMMIT`.
  package let headRef: String
  /// The ref that it is merged into, such as `refs/heads/main`.
  package let baseRef: String?
}
