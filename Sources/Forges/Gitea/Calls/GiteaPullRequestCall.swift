// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/pulls/{index}`
struct GiteaPullRequestCall: ForgeResource {
  typealias Model = GiteaPullRequest

  let api: GiteaAPI
  let number: Int

  var request: HTTPRequest { api.request(.get, "pulls", "\(number)") }
}

/// The part of Gitea's pull request that is read.
struct GiteaPullRequest: Decodable, Sendable {
  struct Side: Decodable, Sendable {
    let ref: String
    let sha: String
    let repoId: Int
    /// `null` when the fork was deleted.
    let repo: Repo?
  }

  struct Repo: Decodable, Sendable {
    let fullName: String
    let cloneUrl: String
  }

  struct User: Decodable, Sendable {
    let login: String
  }

  let number: Int?
  let title: String
  let state: String
  /// Older versions know no drafts.
  let draft: Bool?
  let merged: Bool?
  let updatedAt: String?
  let htmlUrl: String?
  let user: User?
  let head: Side
  let base: Side
}
