// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `PATCH /repos/{owner}/{repo}/check-runs/{id}`
struct UpdateCheckRunCall: ForgeResource {
  typealias Model = CheckRun

  let api: GitHubAPI
  let id: Int
  let change: CheckRunChange

  var request: HTTPRequest { api.request(.patch, "check-runs", "\(id)") }
  var body: RequestBody { get throws { try .json(change) } }
}
