// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `PATCH /repos/{owner}/{repo}/issues/comments/{id}`
struct UpdateGiteaCommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GiteaAPI
  let id: Int
  let text: String

  var request: HTTPRequest { api.request(.patch, "issues", "comments", "\(id)") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}
