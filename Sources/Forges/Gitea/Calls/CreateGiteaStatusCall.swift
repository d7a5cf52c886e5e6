// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// `POST /repos/{owner}/{repo}/statuses/{sha}`
struct CreateGiteaStatusCall: ForgeResource {
  typealias Root = GiteaStatus
  typealias Model = CommitStatus

  let api: GiteaAPI
  let commit: CommitID
  let status: CommitStatus

  var request: HTTPRequest { api.request(.post, "statuses", commit.hex) }
  var body: RequestBody { get throws { try .json(status) } }

  func model(mappedFrom root: GiteaStatus) throws -> CommitStatus { root.commitStatus }
}
