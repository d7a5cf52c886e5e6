// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `POST /repos/{owner}/{repo}/issues/{number}/labels`: adds labels, and keeps those that are there
struct AddLabelsCall: ForgeResource {
  typealias Model = [GitHubLabel]

  let api: GitHubAPI
  let number: Int
  let labels: [String]

  var request: HTTPRequest { api.request(.post, "issues", "\(number)", "labels") }
  var body: RequestBody { get throws { try .json(["labels": labels]) } }
}

struct GitHubLabel: Decodable, Hashable, Sendable {
  let name: String
}
