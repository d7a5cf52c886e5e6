// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /projects/{id}/merge_requests/{iid}/versions`, the newest first
struct ListVersionsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitLabVersion>

  let api: GitLabAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "merge_requests", "\(number)", "versions", query: ["per_page": "\(GitLabLimits.pageSize)"])
  }
}

/// The commits that a merge request compared at some time.
struct GitLabVersion: Decodable, Hashable, Sendable {
  let baseCommitSha: String
  let startCommitSha: String
  let headCommitSha: String
}
