// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `DELETE /repos/{owner}/{repo}/issues/comments/{id}`
struct DeleteGiteaCommentCall: HTTPResource, StatusResource {
  let api: GiteaAPI
  let id: Int

  var request: HTTPRequest { api.request(.delete, "issues", "comments", "\(id)") }
}
