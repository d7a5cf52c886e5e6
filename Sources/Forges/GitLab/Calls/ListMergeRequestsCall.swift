// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /projects/{id}/merge_requests`: the open ones, the most recently changed first
struct ListMergeRequestsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitLabMergeRequest>

  let api: GitLabAPI

  var request: HTTPRequest {
    api.request(
      .get, "merge_requests",
      query: ["order_by": "updated_at", "per_page": "\(GitLabLimits.pageSize)", "sort": "desc", "state": "opened"])
  }
}
