// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The built-in forge's record of a pull request.
struct PullRecord: Sendable {
  let id: Int
  let number: Int
  let user: String
  let headRepository: String
  let headBranch: String
  var baseBranch: String
  var title: String
  var headCommit: String
  var baseCommit: String
  var state = "open"
  var isMerged = false
  var isDraft = false
  var isLocked = false
  /// Whether the mergeability was tested, which begins with the first request for the pull request.
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
  /// The earlier versions of the text, the oldest first.
  var history: [String] = []
  /// The thread of GitLab that the comment began.
  var discussion: String?
  var isResolved = false
  /// The review of Gitea that the comment belongs to.
  var review: Int?
  /// The file and line of a line comment; otherwise `nil`.
  var path: String?
  var line: Int?
  var created = Date()

  /// The creation time plus one second for each edit, because forges report whole seconds.
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

struct UserRecord: Sendable {
  let id: Int
  let login: String
  /// `User`, `Organization` or `Bot`.
  let type: String
}
