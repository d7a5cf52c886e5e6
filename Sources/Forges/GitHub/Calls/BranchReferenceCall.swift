// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/git/ref/{ref}`: what a branch points to
struct BranchReferenceCall: ForgeResource {
  typealias Root = GitHubReference
  typealias Model = ForgeBranch

  let api: GitHubAPI
  let branch: String

  var request: HTTPRequest {
    let segments = ["repos", api.repository.owner, api.repository.name, "git", "ref", "heads"]
    return api.request(.get, segments: segments + branch.split(separator: "/").map(String.init))
  }

  func model(mappedFrom root: GitHubReference) throws -> ForgeBranch {
    let prefix = "refs/heads/"
    let name = root.ref.hasPrefix(prefix) ? String(root.ref.dropFirst(prefix.count)) : ""
    return ForgeBranch(name: name, commit: root.object.sha)
  }
}

struct GitHubReference: Decodable, Sendable {
  struct Object: Decodable, Sendable {
    let sha: String
  }

  let ref: String
  let object: Object
}
