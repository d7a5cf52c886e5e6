// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

extension GiteaAPI {
  /// `GET /repos/{owner}/{repo}`: the visibility of the repository
  func visibility() -> ForgeCall<RepositoryVisibility> { call().map(\GiteaVisibility.repositoryVisibility) }
}

/// The visibility of a repository and of its owner. Only accounts see the public repositories of an owner whose
/// visibility is `limited`, and only members those of one whose visibility is `private`.
///
/// Source: https://docs.gitea.com/api/#tag/repository/operation/repoGet
private struct GiteaVisibility: Decodable, Sendable {
  struct Owner: Decodable, Sendable {
    /// `public`, `limited` or `private`.
    let visibility: String?
  }

  let `private`: Bool?
  /// Whether the repository is public and its owner private.
  let `internal`: Bool?
  let owner: Owner?

  /// Values that are missing or unknown count as restrictions.
  var repositoryVisibility: RepositoryVisibility {
    `private` == false && `internal` == false && owner?.visibility == "public" ? .everyone : .members
  }
}
