// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/issues/{number}/labels`
struct ListLabelsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitHubLabel>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "issues", "\(number)", "labels", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}
