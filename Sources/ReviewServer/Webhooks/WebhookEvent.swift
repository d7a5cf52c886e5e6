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

/// The command of a comment.
package enum CommentCommand: Hashable, Sendable {
  /// `/reviewbot recheck`
  case recheck
  /// `/reviewbot ok COMMIT`: exactly this commit may run. Said of a whole id only, because what is abbreviated could become
  /// another's.
  case approve(CommitID)
  /// It begins like a command, and is not a valid one.
  case unknown

  /// Reads the first line of a comment; `nil` for an ordinary comment.
  ///
  /// What comes later may be quoted, in a code block or not shown at all, and then somebody else's words: that takes a whole reader of
  /// Markdown to tell. A line ends with a line feed, before which there may be a carriage return, and with nothing else.
  package init?(firstLineOf comment: String, name: String) {
    let line = comment.utf8.prefix { $0 != UInt8(ascii: "\n") }
    guard let text = String(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) else { return nil }
    let words = text.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      .map { String(decoding: $0, as: UTF8.self) }
    guard text.utf8.first == UInt8(ascii: "/"), words.first == "/\(name)" else { return nil }
    switch (words.dropFirst().first, words.count) {
    case ("recheck", 2): self = .recheck
    case ("ok", 3): self = CommitID(words[2]).map { .approve($0) } ?? .unknown
    default: self = .unknown
    }
  }

  /// `recheck`, `ok` or `unknown`.
  package var name: String {
    switch self {
    case .recheck: "recheck"
    case .approve: "ok"
    case .unknown: "unknown"
    }
  }
}
