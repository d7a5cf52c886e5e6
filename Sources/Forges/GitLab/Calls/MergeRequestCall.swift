// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// `GET /projects/{id}/merge_requests/{iid}`
struct MergeRequestCall: ForgeResource {
  typealias Model = GitLabMergeRequest

  let api: GitLabAPI
  let number: Int

  var request: HTTPRequest { api.request(.get, "merge_requests", "\(number)") }
}

/// The part of GitLab's merge request that is read, as its API gives it and as its events do.
struct GitLabMergeRequest: Decodable, Sendable {
  struct Author: Decodable, Sendable {
    let username: String
  }

  struct Commit: Decodable, Sendable {
    let id: String
  }

  let iid: Int
  let title: String
  /// `opened`, `closed`, `locked` or `merged`.
  let state: String
  let draft: Bool?
  /// What older versions call a draft.
  let workInProgress: Bool?
  let targetBranch: String
  let targetProjectId: Int
  /// `null` when the fork was deleted.
  let sourceProjectId: Int?
  /// The head; in an event it is in `lastCommit`.
  let sha: String?
  let lastCommit: Commit?
  let updatedAt: String?
  let webUrl: String?
  let author: Author?

  var head: String? { sha ?? lastCommit?.id }
}
