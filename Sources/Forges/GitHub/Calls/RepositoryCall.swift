// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}`
struct RepositoryCall: ForgeResource {
  typealias Model = ForgeRepository

  let api: GitHubAPI

  var request: HTTPRequest { api.request() }
}
