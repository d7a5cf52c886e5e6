// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `POST /projects/{id}/merge_requests/{iid}/notes`
struct CreateNoteCall: ForgeResource {
  typealias Root = GitLabNote
  typealias Model = ForgeComment

  let api: GitLabAPI
  let number: Int
  let text: String

  var request: HTTPRequest { api.request(.post, "merge_requests", "\(number)", "notes") }
  var body: RequestBody { get throws { try .json(["body": text]) } }

  func model(mappedFrom root: GitLabNote) throws -> ForgeComment { root.comment }
}

/// `DELETE /projects/{id}/merge_requests/{iid}/notes/{note_id}`
struct DeleteNoteCall: HTTPResource, StatusResource {
  let api: GitLabAPI
  let number: Int
  let id: Int

  var request: HTTPRequest { api.request(.delete, "merge_requests", "\(number)", "notes", "\(id)") }
}

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

  /// Returns the comments without system notes.
  func model(mappedFrom root: LossyList<GitLabNote>) throws -> [ForgeComment] {
    root.filter { !$0.system }.map(\.comment)
  }
}

/// GitLab's object for a comment.
struct GitLabNote: Decodable, Sendable {
  let id: Int
  let body: String?
  let author: GitLabUser?
  let system: Bool
  let createdAt: String?
  let updatedAt: String?
  /// Only of notes in a discussion.
  let resolved: Bool?

  var comment: ForgeComment {
    ForgeComment(id: id, body: body, user: author?.author, createdAt: createdAt, updatedAt: updatedAt)
  }
}

/// `GET /projects/{id}/merge_requests/{iid}/notes/{note_id}`
struct NoteCall: ForgeResource {
  typealias Model = GitLabNote

  let api: GitLabAPI
  let number: Int
  let id: Int

  var request: HTTPRequest { api.request(.get, "merge_requests", "\(number)", "notes", "\(id)") }
}

/// `PUT /projects/{id}/merge_requests/{iid}/notes/{note_id}`
struct UpdateNoteCall: ForgeResource {
  typealias Root = GitLabNote
  typealias Model = ForgeComment

  let api: GitLabAPI
  let number: Int
  let id: Int
  let text: String

  var request: HTTPRequest { api.request(.put, "merge_requests", "\(number)", "notes", "\(id)") }
  var body: RequestBody { get throws { try .json(["body": text]) } }

  func model(mappedFrom root: GitLabNote) throws -> ForgeComment { root.comment }
}
