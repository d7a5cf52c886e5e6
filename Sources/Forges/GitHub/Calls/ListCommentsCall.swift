// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
