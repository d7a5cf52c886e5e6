// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /projects/{id}`
struct ProjectCall: ForgeResource {
  typealias Model = GitLabProject

  let api: GitLabAPI

  var request: HTTPRequest { api.request(.get) }
}

struct GitLabProject: Decodable, Sendable {
  let id: Int
  let pathWithNamespace: String
  let httpUrlToRepo: String
  /// `null` while the project is empty.
  let defaultBranch: String?
}
