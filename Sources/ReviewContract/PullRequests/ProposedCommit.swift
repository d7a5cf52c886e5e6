// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A commit that a pull request adds. All of its texts are hostile.
package struct ProposedCommit: Hashable, Codable, Sendable {
  package let id: CommitID
  /// The message without trailing white space, at most ``maximumMessageBytes`` of it.
  package let message: String
  package let authorName: String
  package let authorEmail: String
  /// Two or more for a merge.
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

/// The commits between the merge base and the head, the newest first.
package struct ProposedCommits: Hashable, Codable, Sendable {
  /// A pull request with more is reviewed by the newest.
  package static let maximumCount = 500

  package let commits: [ProposedCommit]
  /// Whether there are more.
  package let isCut: Bool

  package init(_ commits: [ProposedCommit], isCut: Bool = false) {
    self.commits = commits
    self.isCut = isCut
  }
}
