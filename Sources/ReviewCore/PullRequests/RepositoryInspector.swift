// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Reads one repository from a forge: its open pull requests, its branches, and the permissions of accounts.
package protocol RepositoryInspector: Sendable {
  /// The open pull requests, the most recently changed first; of more than ``OpenPullRequest/listLimit``, those.
  ///
  /// What changes while the list is read may be missing: who needs all asks again later.
  func openPullRequests() async throws(ForgeError) -> [OpenPullRequest]

  /// The commit that a branch points to; `nil` when there is no such branch.
  ///
  /// - Throws: ``ForgeError`` with ``ForgeError/Code/notFound`` when there is no such repository.
  func branchTip(_ name: String) async throws(ForgeError) -> CommitID?

  /// The branch that is meant where none is named; `nil` while the repository is empty.
  func defaultBranch() async throws(ForgeError) -> String?

  /// What an account may do in the repository, by the name that the forge gave, in any case of its letters.
  ///
  /// An account that is not a member, or does not exist, is not an error: it has ``Permission/none`` or, in a public repository,
  /// ``Permission/read``. That our token may not know is an error.
  func permission(of account: String) async throws(ForgeError) -> Permission

  /// A comment in the conversation of a pull request, by the forge's number of it.
  ///
  /// - Throws: ``ForgeError`` with ``ForgeError/Code/notFound`` when the pull request has no such comment, or not any more.
  func comment(_ id: Int, on pullRequest: Int) async throws(ForgeError) -> PostedComment
}
