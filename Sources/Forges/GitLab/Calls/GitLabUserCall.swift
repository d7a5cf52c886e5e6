// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /user`: whose token it is
struct GitLabUserCall: ForgeResource {
  typealias Root = GitLabUser
  typealias Model = ForgeComment.Author

  let api: GitLabAPI

  var request: HTTPRequest { api.request(.get, segments: ["user"]) }

  func model(mappedFrom root: GitLabUser) throws -> ForgeComment.Author { root.author }
}

struct GitLabUser: Decodable, Sendable {
  let id: Int
  let username: String

  var author: ForgeComment.Author { ForgeComment.Author(login: username, id: id, type: nil) }
}
