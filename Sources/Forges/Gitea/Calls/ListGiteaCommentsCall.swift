// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/issues/{index}/comments`: all of them, there are no pages
struct ListGiteaCommentsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<ForgeComment>

  let api: GiteaAPI
  let number: Int

  var request: HTTPRequest { api.request(.get, "issues", "\(number)", "comments") }
}
