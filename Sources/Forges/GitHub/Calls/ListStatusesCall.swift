// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewCore

/// `GET /repos/{owner}/{repo}/commits/{ref}/statuses`, the newest first
struct ListStatusesCall: GitHubResource, PagedResource {
  typealias Model = LossyList<CommitStatus>

  let api: GitHubAPI
  let commit: CommitID

  var request: HTTPRequest {
    api.request(.get, "commits", commit.hex, "statuses", query: ["per_page": GitHubLimits.pageSize])
  }
}

/// What stands beside a commit, as GitHub has it and as it is to have it.
struct CommitStatus: Codable, Hashable, Sendable {
  let state: String
  let context: String
  let description: String?
}
