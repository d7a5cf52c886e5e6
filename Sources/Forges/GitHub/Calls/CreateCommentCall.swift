// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `POST /repos/{owner}/{repo}/issues/{number}/comments`
struct CreateCommentCall: ForgeResource {
  typealias Model = ForgeComment

  let api: GitHubAPI
  let number: Int
  let text: String

  var request: HTTPRequest { api.request(.post, "issues", "\(number)", "comments") }
  var body: RequestBody { get throws { try .json(["body": text]) } }
}
