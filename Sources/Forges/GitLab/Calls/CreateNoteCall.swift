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
