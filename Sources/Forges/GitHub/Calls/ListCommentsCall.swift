// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /repos/{owner}/{repo}/issues/{number}/comments`
struct ListCommentsCall: GitHubResource, PagedResource {
  typealias Model = LossyList<IssueComment>

  let api: GitHubAPI
  let number: Int

  var request: HTTPRequest {
    api.request(.get, "issues", "\(number)", "comments", query: ["per_page": GitHubLimits.pageSize])
  }
}

/// A comment in the conversation of a pull request.
struct IssueComment: Decodable, Hashable, Sendable {
  struct Author: Decodable, Hashable, Sendable {
    let login: String
    let id: Int
    let type: String?
  }

  let id: Int
  let body: String?
  /// `null` when the account was deleted.
  let user: Author?
}
