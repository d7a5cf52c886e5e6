// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/issues/comments/{id}`
struct GiteaCommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GiteaAPI
  let id: Int

  var request: HTTPRequest { api.request(.get, "issues", "comments", "\(id)") }
}
