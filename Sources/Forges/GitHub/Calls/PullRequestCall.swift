// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/pulls/{number}`
struct PullRequestCall: ForgeResource {
  typealias Model = GitHubPullRequest

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest { api.request(.get, "pulls", "\(number)") }
}

/// The part of GitHub's pull request that is read.
struct GitHubPullRequest: Decodable, Sendable {
  struct Side: Decodable, Sendable {
    let ref: String
    let sha: String
    /// `null` when the fork was deleted.
    let repo: Repo?
  }

  struct Repo: Decodable, Sendable {
    let id: Int
    let fullName: String
    let cloneUrl: String
  }

  struct User: Decodable, Sendable {
    let login: String
  }

  let number: Int?
  let title: String
  let state: String
  let draft: Bool?
  let mergedAt: String?
  let updatedAt: String?
  let htmlUrl: String?
  let user: User?
  let head: Side
  let base: Side
}
