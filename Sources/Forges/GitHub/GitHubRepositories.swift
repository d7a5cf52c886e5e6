// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/git/ref/{ref}`: the commit of a branch
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

/// `GET /repos/{owner}/{repo}/contents/{path}`: the contents of a file in a commit
struct ContentsCall: ForgeResource {
  typealias Root = GitHubContents
  typealias Model = Data

  let api: GitHubAPI
  let path: String
  let commit: CommitID

  /// The error for a path that is not a file, or a file that is too large for this call (1 MB).
  struct NotAFile: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) is not a file, or too large" }
  }

  var request: HTTPRequest {
    let segments =
      ["repos", api.repository.owner, api.repository.name, "contents"] + path.split(separator: "/").map(String.init)
    return api.request(.get, segments: segments, query: ["ref": commit.hex])
  }

  func model(mappedFrom root: GitHubContents) throws -> Data {
    guard root.type == "file", root.encoding == "base64", let text = root.content,
      let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
    else { throw NotAFile(path: path) }
    return data
  }
}

struct GitHubContents: Decodable, Sendable {
  let type: String
  let encoding: String?
  let content: String?
}
