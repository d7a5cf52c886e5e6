// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A commit that a pull request adds. All of its texts are hostile.
public struct ProposedCommit: Hashable, Codable, Sendable {
  public let id: CommitID
  /// The message without trailing white space, truncated to ``maximumMessageBytes``.
  public let message: String
  package let authorName: String
  package let authorEmail: String
  /// The number of parents: two or more for a merge.
  public let parentCount: Int

  public static let maximumMessageBytes = 4 << 10

  public init(id: CommitID, message: String, authorName: String, authorEmail: String, parentCount: Int) {
    self.id = id
    self.message = message
    self.authorName = authorName
    self.authorEmail = authorEmail
    self.parentCount = parentCount
  }

  /// The first line of the message.
  public var subject: String { String(message.prefix { !$0.isNewline }) }

  package var isMerge: Bool { parentCount > 1 }
}

/// The commits between the merge base and the head, newest first.
public struct ProposedCommits: Hashable, Codable, Sendable {
  /// The maximum number of commits; of a pull request with more, the newest are reviewed.
  public static let maximumCount = 500

  public let commits: [ProposedCommit]
  /// Whether there are more commits than ``maximumCount``.
  public let isCut: Bool

  public init(_ commits: [ProposedCommit], isCut: Bool = false) {
    self.commits = commits
    self.isCut = isCut
  }
}
