// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// `POST /projects/{id}/statuses/{sha}`
struct CreateGitLabStatusCall: ForgeResource {
  typealias Root = GitLabStatus
  typealias Model = CommitStatus

  private struct Wish: Encodable {
    let state: String
    let name: String
    let description: String?
  }

  let api: GitLabAPI
  let commit: CommitID
  let status: CommitStatus

  var request: HTTPRequest { api.request(.post, "statuses", commit.hex) }

  var body: RequestBody {
    get throws {
      try .json(Wish(state: status.state, name: status.context, description: status.description))
    }
  }

  func model(mappedFrom root: GitLabStatus) throws -> CommitStatus { root.commitStatus }
}
