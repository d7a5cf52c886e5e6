// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

/// The calls that read a repository's contents and permissions.
protocol InspectionAPI: ForgeAPI {
  associatedtype PullRequests: PagedResource where PullRequests.Model.Element: ListedPullRequest

  /// The open pull requests, the most recently changed first.
  func openPullRequests() -> PullRequests

  /// The branch of that name.
  ///
  /// - Throws: ``LoadingError``, also when there is none.
  func branch(_ name: String, through service: any ResourceService) async throws(LoadingError) -> ForgeBranch

  /// The branch that is meant where none is named; `nil` while the repository is empty.
  func defaultBranch(through service: any ResourceService) async throws(LoadingError) -> String?

  /// - Throws: ``LoadingError``; a 404 means that there is no such account, or none that we may see.
  func permission(
    of account: String, through service: any ResourceService
  ) async throws(LoadingError) -> Permission

  /// - Returns: `nil` for a comment of another pull request, or of an issue.
  /// - Throws: ``LoadingError``; a 404 means that there is none.
  func comment(
    _ id: Int, on number: Int, through service: any ResourceService
  ) async throws(LoadingError) -> ForgeComment?
}

/// What a forge's list says of a pull request.
protocol ListedPullRequest: Sendable {
  /// `nil` when the forge does not say what is to be merged.
  var openPullRequest: OpenPullRequest? { get }
}

/// A branch, and what the forge says that it points to.
struct ForgeBranch: Hashable, Sendable {
  let name: String
  let commit: String
}
