// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `POST /repos/{owner}/{repo}/issues/{number}/labels`: adds labels, and keeps the existing ones
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

/// `GET /repos/{owner}/{repo}/issues/{number}/labels`
struct ListLabelsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitHubLabel>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "issues", "\(number)", "labels", query: ["per_page": "\(GitHubLimits.pageSize)"])
  }
}

/// `DELETE /repos/{owner}/{repo}/issues/{number}/labels/{name}`
struct RemoveLabelCall: HTTPResource, StatusResource {
  let api: GitHubAPI
  let number: Int
  let label: String

  var request: HTTPRequest { api.request(.delete, "issues", "\(number)", "labels", label) }
}
