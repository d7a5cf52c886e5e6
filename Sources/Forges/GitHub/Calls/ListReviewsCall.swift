// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/pulls/{number}/reviews`
struct ListReviewsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitHubReview>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "pulls", "\(number)", "reviews", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}
