// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading

/// `POST /projects/{id}/statuses/{sha}`
struct CreateGitLabStatusCall: ForgeResource {
  typealias Root = GitLabStatus
  typealias Model = CommitStatus

  private struct Wish: Encodable {
    let state: String
    let name: String
    let description: String?
    let targetUrl: String?
  }

  let api: GitLabAPI
  let commit: CommitID
  let status: CommitStatus

  var request: HTTPRequest { api.request(.post, "statuses", commit.hex) }

  var body: RequestBody {
    get throws {
      try .json(
        Wish(
          state: status.state, name: status.context, description: status.description, targetUrl: status.targetUrl))
    }
  }

  func model(mappedFrom root: GitLabStatus) throws -> CommitStatus { root.commitStatus }
}

/// `GET /projects/{id}/repository/commits/{sha}/statuses`: also those that a later one of the same name replaced
struct ListGitLabStatusesCall: ForgeResource, PagedResource {
  typealias Root = LossyList<GitLabStatus>
  typealias Model = [CommitStatus]

  let api: GitLabAPI
  let commit: CommitID
  let name: String

  var request: HTTPRequest {
    api.request(
      .get, "repository", "commits", commit.hex, "statuses",
      query: ["all": "true", "name": name, "order_by": "id", "per_page": "\(GitLabLimits.pageSize)", "sort": "desc"])
  }

  func model(mappedFrom root: LossyList<GitLabStatus>) throws -> [CommitStatus] { root.map(\.commitStatus) }
}

struct GitLabStatus: Decodable, Sendable {
  struct Author: Decodable, Sendable {
    let id: Int
    let username: String
  }

  let name: String
  let status: String
  let description: String?
  let targetUrl: String?
  /// `null` when the account was deleted.
  let author: Author?

  var commitStatus: CommitStatus {
    CommitStatus(
      state: status, context: name, description: description, targetUrl: targetUrl,
      creator: author.map { ForgeComment.Author(login: $0.username, id: $0.id, type: nil) })
  }
}
