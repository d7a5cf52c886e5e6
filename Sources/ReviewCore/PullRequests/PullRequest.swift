// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A request to merge a head into a base.
package struct PullRequest: Hashable, Codable, Sendable {
  package enum State: String, Codable, Sendable {
    case open, closed, merged
  }

  package let repository: Repository
  package let number: Int
  /// Written by its author: hostile text.
  package let title: String
  package let author: String?
  /// The page for people, where there is one.
  package let url: String?
  package let state: State
  package let isDraft: Bool
  /// The commit that the forge says is proposed; `nil` where only the refs can tell.
  package let head: CommitID?
  /// The ref that git fetches for the head, such as `refs/pull/7/head`; empty for the base's own tip.
  package let headRef: String
  /// The branch to be merged into, such as `main`; `nil` means the repository's default branch.
  package let baseBranch: String?
  /// Whether the head comes from another repository, whose authors are not trusted here.
  package let isFromFork: Bool

  package init(
    repository: Repository, number: Int, title: String, author: String?, url: String?, state: State, isDraft: Bool,
    head: CommitID?, headRef: String, baseBranch: String?, isFromFork: Bool
  ) {
    self.repository = repository
    self.number = number
    self.title = title
    self.author = author
    self.url = url
    self.state = state
    self.isDraft = isDraft
    self.head = head
    self.headRef = headRef
    self.baseBranch = baseBranch
    self.isFromFork = isFromFork
  }
}
