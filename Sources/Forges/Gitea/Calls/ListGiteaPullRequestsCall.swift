// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/pulls`: the open ones, the most recently changed first
struct ListGiteaPullRequestsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GiteaPullRequest>

  let api: GiteaAPI

  var request: HTTPRequest {
    api.request(
      .get, "pulls", query: ["limit": "\(GiteaLimits.pageSize)", "sort": "recentupdate", "state": "open"])
  }
}
