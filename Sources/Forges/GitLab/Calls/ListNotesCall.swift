// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /projects/{id}/merge_requests/{iid}/notes`, the oldest first
struct ListNotesCall: ForgeResource, PagedResource {
  typealias Root = LossyList<GitLabNote>
  typealias Model = [ForgeComment]

  let api: GitLabAPI
  let number: Int

  var request: HTTPRequest {
    api.request(
      .get, "merge_requests", "\(number)", "notes",
      query: ["order_by": "created_at", "per_page": "\(GitLabLimits.pageSize)", "sort": "asc"])
  }

  /// Without what GitLab itself notes down.
  func model(mappedFrom root: LossyList<GitLabNote>) throws -> [ForgeComment] {
    root.filter { !$0.system }.map(\.comment)
  }
}

/// What GitLab calls a comment.
struct GitLabNote: Decodable, Sendable {
  let id: Int
  let body: String?
  let author: GitLabUser?
  let system: Bool
  let createdAt: String?
  let updatedAt: String?

  var comment: ForgeComment {
    ForgeComment(id: id, body: body, user: author?.author, createdAt: createdAt, updatedAt: updatedAt)
  }
}
