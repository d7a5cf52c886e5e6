// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/issues/{index}/comments`: all of them, without pages
struct ListGiteaCommentsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<ForgeComment>

  let api: GiteaAPI
  let number: Int

  var request: HTTPRequest { api.request(.get, "issues", "\(number)", "comments") }
}

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

/// `GET /repos/{owner}/{repo}/commits/{ref}/statuses`, the newest first
struct ListGiteaStatusesCall: ForgeResource, PagedResource {
  typealias Root = LossyList<GiteaStatus>
  typealias Model = [CommitStatus]

  let api: GiteaAPI
  let commit: CommitID

  var request: HTTPRequest {
    api.request(
      .get, "commits", commit.hex, "statuses",
      query: ["limit": "\(GiteaLimits.pageSize)", "sort": "recentupdate"])
  }

  /// Gitea orders by whole seconds; within a second the number determines the order.
  func model(mappedFrom root: LossyList<GiteaStatus>) throws -> [CommitStatus] {
    root.sorted { $0.id > $1.id }.map(\.commitStatus)
  }
}

struct GiteaStatus: Decodable, Sendable {
  let id: Int
  let context: String
  let status: String
  let description: String?
  let targetUrl: String?
  /// `null` when the account was deleted.
  let creator: ForgeComment.Author?

  var commitStatus: CommitStatus {
    CommitStatus(
      state: status, context: context, description: description, targetUrl: targetUrl, creator: creator)
  }
}
