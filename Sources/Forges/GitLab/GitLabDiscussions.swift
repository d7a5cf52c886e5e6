// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `POST /projects/{id}/merge_requests/{iid}/discussions`: a note on a line of the change
struct CreateDiscussionCall: ForgeResource {
  typealias Model = GitLabDiscussion

  private struct Wish: Encodable {
    let body: String
    let position: GitLabPosition
  }

  let api: GitLabAPI
  let number: Int
  let text: String
  let position: GitLabPosition

  var request: HTTPRequest { api.request(.post, "merge_requests", "\(number)", "discussions") }
  var body: RequestBody { get throws { try .json(Wish(body: text, position: position)) } }
}

/// A line of the head's side of a change. All three commits must be those of the newest version.
struct GitLabPosition: Encodable, Hashable, Sendable {
  let baseSha: String
  let startSha: String
  let headSha: String
  let positionType = "text"
  let newPath: String
  let newLine: Int

  init(_ version: GitLabVersion, path: String, line: Int) {
    baseSha = version.baseCommitSha
    startSha = version.startCommitSha
    headSha = version.headCommitSha
    newPath = path
    newLine = line
  }
}

/// `GET /projects/{id}/merge_requests/{iid}/discussions`
struct ListDiscussionsCall: ForgeResource, PagedResource {
  typealias Model = LossyList<GitLabDiscussion>

  let api: GitLabAPI
  let number: Int

  var request: HTTPRequest {
    api.request(
      .get, "merge_requests", "\(number)", "discussions", query: ["per_page": "\(GitLabLimits.pageSize)"])
  }
}

/// `PUT /projects/{id}/merge_requests/{iid}/discussions/{discussion_id}`
struct ResolveDiscussionCall: ForgeResource {
  typealias Model = GitLabDiscussion

  let api: GitLabAPI
  let number: Int
  let id: String

  var request: HTTPRequest { api.request(.put, "merge_requests", "\(number)", "discussions", id) }
  var body: RequestBody { get throws { try .json(["resolved": true]) } }
}

/// A thread of notes; a single note is a discussion too.
struct GitLabDiscussion: Decodable, Sendable {
  let id: String
  let notes: [GitLabNote]
}
