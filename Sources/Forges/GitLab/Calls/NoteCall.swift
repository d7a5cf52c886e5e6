// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /projects/{id}/merge_requests/{iid}/notes/{note_id}`
struct NoteCall: ForgeResource {
  typealias Model = GitLabNote

  let api: GitLabAPI
  let number: Int
  let id: Int

  var request: HTTPRequest { api.request(.get, "merge_requests", "\(number)", "notes", "\(id)") }
}
