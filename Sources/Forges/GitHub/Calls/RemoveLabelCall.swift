// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `DELETE /repos/{owner}/{repo}/issues/{number}/labels/{name}`
struct RemoveLabelCall: HTTPResource, StatusResource {
  let api: GitHubAPI
  let number: Int
  let label: String

  var request: HTTPRequest { api.request(.delete, "issues", "\(number)", "labels", label) }
}
