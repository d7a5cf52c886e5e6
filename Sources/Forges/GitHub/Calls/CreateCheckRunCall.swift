// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `POST /repos/{owner}/{repo}/check-runs`
struct CreateCheckRunCall: ForgeResource {
  typealias Model = CheckRun

  let api: GitHubAPI
  let change: CheckRunChange

  var request: HTTPRequest { api.request(.post, "check-runs") }
  var body: RequestBody { get throws { try .json(change) } }
}
