// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// `GET /repos/{owner}/{repo}/compare/{basehead}`: what the head has that the base has not
struct CompareCall: ForgeResource {
  typealias Model = GitHubComparison

  let api: GitHubAPI
  let base: CommitID
  let head: CommitID

  var request: HTTPRequest { api.request(.get, "compare", "\(base.hex)...\(head.hex)") }
}

struct GitHubComparison: Decodable, Sendable {
  struct Commit: Decodable, Hashable, Sendable {
    let sha: String
  }

  /// `ahead`, `behind`, `diverged` or `identical`.
  let status: String
  let aheadBy: Int
  let behindBy: Int
  let mergeBaseCommit: Commit
  /// On the first page only, and at most 300.
  let files: [GitHubFile]?
}
