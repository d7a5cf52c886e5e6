// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/branches/{branch}`: the commit of a branch
struct GiteaBranchCall: ForgeResource {
  typealias Root = GiteaBranch
  typealias Model = ForgeBranch

  let api: GiteaAPI
  let branch: String

  var request: HTTPRequest { api.request(.get, "branches", branch) }

  func model(mappedFrom root: GiteaBranch) throws -> ForgeBranch {
    ForgeBranch(name: root.name, commit: root.commit.id)
  }
}

struct GiteaBranch: Decodable, Sendable {
  struct Commit: Decodable, Sendable {
    let id: String
  }

  let name: String
  let commit: Commit
}
