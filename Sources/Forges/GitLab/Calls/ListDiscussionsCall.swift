// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /projects/{id}/merge_requests/{iid}/discussions`
struct ListDiscussionsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitLabDiscussion>

  let api: GitLabAPI
  let number: Int

  var request: HTTPRequest {
    api.request(
      .get, "merge_requests", "\(number)", "discussions", query: ["per_page": "\(GitLabLimits.pageSize)"])
  }
}

/// Notes that belong together; one that stands alone is a discussion too.
struct GitLabDiscussion: Decodable, Sendable {
  let id: String
  let notes: [GitLabNote]
}
