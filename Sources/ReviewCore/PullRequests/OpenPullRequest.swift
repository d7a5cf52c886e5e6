// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A pull request as a forge's list of those that are open shows it.
package struct OpenPullRequest: Hashable, Sendable {
  /// How many are read of one repository at most, the most recently changed ones. Ours: no forge says a limit.
  package static let listLimit = 1_000

  package let number: Int
  package let head: CommitID
  /// The branch to be merged into.
  package let base: String
  /// The commit of that branch that the forge notes down with the pull request. It can be older than the branch's tip:
  /// GitHub renews it with the head only. `nil` where the list does not tell.
  package let baseTip: CommitID?
  package let isDraft: Bool
  /// Whether the head comes from another repository, whose authors are not trusted here.
  package let isFromFork: Bool
  /// `nil` when the account was deleted.
  package let author: String?
  package let updatedAt: Timestamp?

  package init(
    number: Int, head: CommitID, base: String, baseTip: CommitID?, isDraft: Bool, isFromFork: Bool, author: String?,
    updatedAt: Timestamp?
  ) {
    self.number = number
    self.head = head
    self.base = base
    self.baseTip = baseTip
    self.isDraft = isDraft
    self.isFromFork = isFromFork
    self.author = author
    self.updatedAt = updatedAt
  }
}
