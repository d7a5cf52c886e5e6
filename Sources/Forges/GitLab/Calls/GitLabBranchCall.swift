// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /projects/{id}/repository/branches/{branch}`: what a branch points to
struct GitLabBranchCall: ForgeResource {
  typealias Root = GitLabBranch
  typealias Model = ForgeBranch

  let api: GitLabAPI
  let branch: String

  var request: HTTPRequest { api.request(.get, "repository", "branches", branch) }

  func model(mappedFrom root: GitLabBranch) throws -> ForgeBranch {
    ForgeBranch(name: root.name, commit: root.commit.id)
  }
}

struct GitLabBranch: Decodable, Sendable {
  struct Commit: Decodable, Sendable {
    let id: String
  }

  let name: String
  let commit: Commit
}
