// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// `GET /repos/{owner}/{repo}/commits/{ref}/check-runs`, also those that newer ones of the same name hide
struct ListCheckRunsCall: ForgeResource, PagedResource {
  struct Root: Decodable, Sendable {
    let checkRuns: LossyList<CheckRun>
  }

  typealias Model = LossyList<CheckRun>

  let api: GitHubAPI
  let commit: CommitID
  let name: String

  var request: HTTPRequest {
    api.request(
      .get, "commits", commit.hex, "check-runs",
      query: ["check_name": name, "filter": "all", "per_page": "\(GitHubLimits.pageSize)"])
  }

  func model(mappedFrom root: Root) throws -> Model { root.checkRuns }
}
