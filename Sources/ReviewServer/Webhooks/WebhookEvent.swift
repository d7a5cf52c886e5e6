// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The contents of a delivery. They are a hint: jobs act on the state that the forge's API returns.
package enum WebhookEvent: Hashable, Sendable {
  case pullRequest(PullRequestEvent)
  case comment(CommentEvent)
  /// A request to run a check again.
  case checkRequest(CheckRequestEvent)
  case push(PushEvent)
  case mergeGroup(MergeGroupEvent)
  /// The set of repositories that an app can access has changed.
  case installation(action: String)
  /// Authentic, and without an effect.
  case other
}

package struct PullRequestEvent: Hashable, Sendable {
  package enum Action: String, Sendable {
    case opened, synchronize, reopened, readyForReview, closed
    /// The target branch has changed.
    case retargeted
    /// Labels or the title have changed.
    case relabeled
    /// Without an effect, such as assignees.
    case other
  }

  package let action: Action
  /// `OWNER/NAME` of the target repository.
  package let repository: String
  package let number: Int
  package let head: CommitID?
  package let base: CommitID?
  package let isDraft: Bool
  /// Whether the head is in another repository, or in a deleted one.
  package let isFromFork: Bool
  /// In the format of the forge.
  package let updatedAt: String?
}

package struct CommentEvent: Hashable, Sendable {
  package let repository: String
  package let number: Int
  package let comment: Int
  /// The command in the first line, according to the delivery.
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
  /// `nil` for a deleted branch.
  package let head: CommitID?
}

package struct MergeGroupEvent: Hashable, Sendable {
  package let repository: String
  package let head: CommitID
  package let base: CommitID?
  /// The ref of the head, such as `refs/heads/gh-readonly-queue/main/pr-1-COMMIT`.
  package let headRef: String
  /// The target ref, such as `refs/heads/main`.
  package let baseRef: String?
}

/// The command of a comment.
package enum CommentCommand: Hashable, Sendable {
  /// `/reviewbot recheck`
  case recheck
  /// `/reviewbot ok COMMIT`: exactly this commit may run. Requires the full id, because an abbreviation can become
  /// ambiguous.
  case approve(CommitID)
  /// `/reviewbot ignore FINDING`: leaves a finding out until the next push. The text of the identifier is not checked.
  case ignore(String)
  /// `/reviewbot explain RULE`: answers with the page of a rule in short. The text is not checked.
  case explain(String)
  /// `/reviewbot help`
  case help
  /// Begins like a command, and is invalid.
  case unknown

  /// The longest argument in bytes; identifiers of rules are shorter.
  private static let longestArgument = 200

  /// Parses the first line of a comment; `nil` for an ordinary comment.
  ///
  /// Later lines may be in a quotation, a code block or a hidden part, which only a Markdown parser can recognize. A
  /// line ends with a line feed or a carriage return and a line feed, and with nothing else.
  package init?(firstLineOf comment: String, name: String) {
    let line = comment.utf8.prefix { $0 != UInt8(ascii: "\n") }
    guard let text = String(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) else { return nil }
    let fields = text.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      .map { String(decoding: $0, as: UTF8.self) }
    guard text.utf8.first == UInt8(ascii: "/"), fields.first == "/\(name)" else { return nil }
    switch (fields.dropFirst().first, fields.count) {
    case ("recheck", 2): self = .recheck
    case ("help", 2): self = .help
    case ("ignore", 3) where fields[2].utf8.count <= Self.longestArgument: self = .ignore(fields[2].lowercased())
    case ("explain", 3) where fields[2].utf8.count <= Self.longestArgument: self = .explain(fields[2])
    case ("ok", 3): self = CommitID(fields[2]).map { .approve($0) } ?? .unknown
    default: self = .unknown
    }
  }

  /// The word of the command, or `unknown`.
  package var name: String {
    switch self {
    case .recheck: "recheck"
    case .approve: "ok"
    case .ignore: "ignore"
    case .explain: "explain"
    case .help: "help"
    case .unknown: "unknown"
    }
  }
}
