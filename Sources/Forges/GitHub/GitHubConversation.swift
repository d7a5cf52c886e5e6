// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/issues/{number}/comments`
struct ListCommentsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<ForgeComment>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "issues", "\(number)", "comments", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}

/// `POST /repos/{owner}/{repo}/statuses/{sha}`
struct CreateStatusCall: ForgeResource {
  typealias Model = CommitStatus

  let api: GitHubAPI
  let commit: CommitID
  let status: CommitStatus

  var request: HTTPRequest { api.request(.post, "statuses", commit.hex) }
  var body: RequestBody { get throws { try .json(status) } }
}

/// `GET /repos/{owner}/{repo}/commits/{ref}/statuses`, the newest first
struct ListStatusesCall: ForgeResource, PagedResource {
  typealias Model = LossyList<CommitStatus>

  let api: GitHubAPI
  let commit: CommitID

  var request: HTTPRequest {
    api.request(.get, "commits", commit.hex, "statuses", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}
