// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

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
