// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// What the built-in forge remembers of a pull request.
struct PullRecord: Sendable {
  let id: Int
  let number: Int
  let user: String
  let headRepository: String
  let headBranch: String
  let baseBranch: String
  var title: String
  var headCommit: String
  var baseCommit: String
  var state = "open"
  var isMerged = false
  var isDraft = false
  var isLocked = false
  /// Whether a merge was tried, which begins with the first request for it.
  var isMergeKnown = false
  var labels: [String] = []
  var created = Date()
  var updated = Date()
}

/// A comment in a conversation, or at a line.
struct CommentRecord: Sendable {
  let id: Int
  let number: Int
  let user: String
  var body: String
  /// What it said before, the oldest first.
  var history: [String] = []
  /// The thread of GitLab that it began.
  var discussion: String?
  var isResolved = false
  /// The review of Gitea that it belongs to.
  var review: Int?
  /// Where it stands, when it stands at a line.
  var path: String?
  var line: Int?
  var created = Date()

  /// In seconds, as forges say it.
  var updated: Date { created + Double(history.count) }

  mutating func rewrite(_ text: String) -> CommentRecord {
    history.append(body)
    body = text
    return self
  }
}

struct ReviewRecord: Sendable {
  let id: Int
  let number: Int
  let user: String
  let commit: String
  var body: String
  var created = Date()
}

struct StatusRecord: Sendable {
  let id: Int
  let commit: String
  let state: String
  let context: String
  let description: String?
  var target: String?
  let user: String
  var created = Date()
}

struct CheckRunRecord: Sendable {
  let id: Int
  let commit: String
  var name: String
  var externalID: String?
  var details: String?
  var status = "queued"
  var conclusion: String?
  var title: String?
  var summary: String?
  var annotations: [JSON] = []
}

/// An account.
struct UserRecord: Sendable {
  let id: Int
  let login: String
  /// `User`, `Organization` or `Bot`.
  let type: String
}
