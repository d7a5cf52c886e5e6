// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/pulls`: the open ones, the most recently changed first
struct ListPullRequestsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitHubPullRequest>

  let api: GitHubAPI

  var request: HTTPRequest {
    api.request(
      .get, "pulls",
      query: ["direction": "desc", "per_page": "\(GitHubLimits.pageSize)", "sort": "updated", "state": "open"])
  }
}
