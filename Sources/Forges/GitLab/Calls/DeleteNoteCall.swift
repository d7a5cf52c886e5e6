// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `DELETE /projects/{id}/merge_requests/{iid}/notes/{note_id}`
struct DeleteNoteCall: HTTPResource, StatusResource {
  let api: GitLabAPI
  let number: Int
  let id: Int

  var request: HTTPRequest { api.request(.delete, "merge_requests", "\(number)", "notes", "\(id)") }
}
