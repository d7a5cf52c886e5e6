// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/pulls/{index}/reviews`
struct ListGiteaReviewsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GiteaReview>

  let api: GiteaAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "pulls", "\(number)", "reviews", query: ["limit": "\(GiteaLimits.pageSize)"])
  }
}
