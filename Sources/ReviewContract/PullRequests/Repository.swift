// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The location of a repository: its name for people and its URL for git.
package struct Repository: Hashable, Codable, Sendable {
  package let forge: ForgeKind
  /// `OWNER/NAME` on a forge; the folder's name for a plain repository.
  package let name: String
  /// The URL that git fetches from. Never contains a credential.
  package let cloneURL: String

  /// The decoder's snake_case strategy converts `clone_url` to `cloneUrl`.
  private enum CodingKeys: String, CodingKey {
    case forge, name
    case cloneURL = "cloneUrl"
  }

  package init(forge: ForgeKind, name: String, cloneURL: String) {
    self.forge = forge
    self.name = name
    self.cloneURL = cloneURL
  }

  /// The beginning of a clone URL that must not be used, because the forge's responses come from a folder.
  package static let offlinePrefix = "offline+"

  /// The key of stored data of the repository: the URL, in lower case on a forge, where spellings in different case are
  /// one repository.
  package var identity: String { forge == .local ? cloneURL : cloneURL.lowercased() }
}

/// Reads one repository from a forge: its open pull requests, its branches, and the permissions of accounts.
package protocol RepositoryInspector: Sendable {
  /// Returns the open pull requests, the most recently changed first, at most ``OpenPullRequest/listLimit``.
  ///
  /// A pull request that changes while the list is read may be missing.
  func openPullRequests() async throws(ForgeError) -> [OpenPullRequest]

  /// Returns the commit that a branch points to; `nil` when there is no such branch.
  ///
  /// - Throws: ``ForgeError`` with ``ForgeError/Code/notFound`` when there is no such repository.
  func branchTip(_ name: String) async throws(ForgeError) -> CommitID?

  /// Returns the default branch; `nil` while the repository is empty.
  func defaultBranch() async throws(ForgeError) -> String?

  /// Returns the visibility of the repository's code, its pull requests and the logs of its tests.
  ///
  /// - Throws: ``ForgeError`` with ``ForgeError/Code/notFound`` when there is no such repository.
  func visibility() async throws(ForgeError) -> RepositoryVisibility

  /// Returns the permission of an account in the repository. Account names are not case-sensitive.
  ///
  /// An account that is not a member, or does not exist, is not an error: it has ``Permission/none`` or, in a public
  /// repository, ``Permission/read``. A token without access to permissions is an error.
  func permission(of account: String) async throws(ForgeError) -> Permission

  /// Returns a comment in the conversation of a pull request by its id on the forge.
  ///
  /// - Throws: ``ForgeError`` with ``ForgeError/Code/notFound`` when the pull request has no such comment, or not any
  ///   more.
  func comment(_ id: Int, on pullRequest: Int) async throws(ForgeError) -> PostedComment

  /// Returns whether the account of our credential wrote the comment.
  func isByReviewbot(_ comment: PostedComment) async throws(ForgeError) -> Bool

  /// Returns whether the newest status of a context at a commit is pending; false when there is none.
  func showsPending(_ context: String, at commit: CommitID) async throws(ForgeError) -> Bool
}

/// The readers of a repository.
package enum RepositoryVisibility: Hashable, Sendable {
  /// Everyone who can reach the forge, without an account.
  case everyone
  /// Accounts with at least ``Permission/read``. Also the visibility of a repository that is open to all accounts of the
  /// forge, and of one whose forge reports anything unknown.
  case members
}

/// The permission of an account in a repository; each includes the previous ones.
package enum Permission: Comparable, Hashable, Sendable, CaseIterable {
  /// Not even the code of a private repository, although the account may be a member who sees its issues.
  case none
  /// Permission to read the code, the pull requests and the logs of tests.
  case read
  /// Permission to change the code, and thereby to run it.
  case write
  /// Permission to change the repository's settings as well.
  case admin
}
