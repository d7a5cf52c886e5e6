// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/pulls/{number}/files`; at most ``GitHubLimits/pullRequestFiles``
struct ListFilesCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitHubFile>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "pulls", "\(number)", "files", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}

/// A file that a pull request or a comparison changes.
struct GitHubFile: Decodable, Hashable, Sendable {
  let filename: String
  /// `added`, `removed`, `modified`, `renamed`, `copied`, `changed` or `unchanged`.
  let status: String
  let additions: Int
  let deletions: Int
  /// The hunks; missing for a binary file and for a large change.
  let patch: String?
  let previousFilename: String?
}
