// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /user`: whose token it is
struct CurrentUserCall: ForgeResource {
  typealias Model = ForgeComment.Author

  let api: GitHubAPI

  var request: HTTPRequest { api.request(.get, segments: ["user"]) }
}
