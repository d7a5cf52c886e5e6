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

/// A delivery to a hook, and its response.
struct ForgeDelivery: Sendable {
  let id: Int
  let guid: String
  let event: String
  let action: String?
  let payload: String
  var hasBegun = false
  /// The status of the response; `nil` until the delivery has ended, 0 if there was no response.
  var code: Int?
  var answerFields: [String: String]?
}

/// The faults of deliveries.
struct ForgeDeliveryFault: Sendable {
  var duplicate = 1
  var drop = 0.0
  var delay = Duration.zero
  var reorders = false
  var tampering: StandInForge.Tampering?
}

/// An event of a pull request.
enum ForgeEvent: Sendable {
  /// A change of the pull request. For new commits with the head before them.
  case pull(before: String?)
  case comment(CommentRecord)
  /// An event with only a name.
  case other(String)

  var name: String {
    switch self {
    case .pull: "pull_request"
    case .comment: "issue_comment"
    case .other(let name): name
    }
  }
}
