// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

extension GitHubAPI {
  /// `GET /repos/{owner}/{repo}`: the visibility of the repository
  func visibility() -> ForgeCall<RepositoryVisibility> { call().map(\GitHubVisibility.repositoryVisibility) }
}

/// The visibility of a repository.
///
/// Source: https://docs.github.com/en/rest/repos/repos#get-a-repository
private struct GitHubVisibility: Decodable, Sendable {
  let `private`: Bool?
  /// `public`, `internal` or `private`. Old versions of GitHub Enterprise Server omit it, where an internal repository
  /// is private as well.
  let visibility: String?

  /// Values that are unknown count as restrictions.
  var repositoryVisibility: RepositoryVisibility {
    `private` == false && visibility ?? "public" == "public" ? .everyone : .members
  }
}
