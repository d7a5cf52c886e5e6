// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A commit that a pull request adds. All of its texts are hostile.
package struct ProposedCommit: Hashable, Codable, Sendable {
  package let id: CommitID
  /// The message without trailing white space, truncated to ``maximumMessageBytes``.
  package let message: String
  package let authorName: String
  package let authorEmail: String
  /// The number of parents: two or more for a merge.
  package let parentCount: Int

  package static let maximumMessageBytes = 4 << 10

  package init(id: CommitID, message: String, authorName: String, authorEmail: String, parentCount: Int) {
    self.id = id
    self.message = message
    self.authorName = authorName
    self.authorEmail = authorEmail
    self.parentCount = parentCount
  }

  /// The first line of the message.
  package var subject: String { String(message.prefix { !$0.isNewline }) }

  package var isMerge: Bool { parentCount > 1 }
}

/// The commits between the merge base and the head, newest first.
package struct ProposedCommits: Hashable, Codable, Sendable {
  /// The maximum number of commits; of a pull request with more, the newest are reviewed.
  package static let maximumCount = 500

  package let commits: [ProposedCommit]
  /// Whether there are more commits than ``maximumCount``.
  package let isCut: Bool

  package init(_ commits: [ProposedCommit], isCut: Bool = false) {
    self.commits = commits
    self.isCut = isCut
  }
}
