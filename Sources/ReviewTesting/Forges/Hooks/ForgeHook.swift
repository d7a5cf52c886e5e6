// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// A receiver of a repository's events.
struct ForgeHook: Sendable {
  let id: Int
  let repository: String
  let url: String
  let secret: String?
  let kind: ForgeKind
  let events: Set<String>
}

/// What was sent to a hook, and what came back.
struct ForgeDelivery: Sendable {
  let id: Int
  let guid: String
  let event: String
  let action: String?
  let payload: String
  var hasBegun = false
  /// `nil` until there is an answer, 0 when there never will be.
  var code: Int?
  var answerFields: [String: String]?
}

/// How deliveries go wrong.
struct ForgeDeliveryFault: Sendable {
  var duplicate = 1
  var drop = 0.0
  var delay = Duration.zero
  var reorders = false
  var tampering: StandInForge.Tampering?
}

/// Something that happened.
enum ForgeEvent: Sendable {
  /// To the pull request itself. With new commits it names the head before them.
  case pull(before: String?)
  case comment(CommentRecord)
  /// Of that name, and nothing more is said.
  case other(String)

  var name: String {
    switch self {
    case .pull: "pull_request"
    case .comment: "issue_comment"
    case .other(let name): name
    }
  }
}
