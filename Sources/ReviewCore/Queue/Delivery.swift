// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A message of a forge, reduced to what the queue needs. The body itself is not kept.
package struct Delivery: Hashable, Codable, Sendable {
  /// The forge's name in the operator's configuration.
  package let forge: String
  /// The forge's own id of the message, which it repeats when it sends the message again.
  package let id: String
  /// Such as `pull_request`.
  package let event: String
  /// Such as `synchronize`.
  package let action: String?
  package let pullRequest: PullRequestReference?
  package let head: CommitID?
  package let base: CommitID?
  /// The SHA-256 of the body: 64 hexadecimal digits.
  package let bodyDigest: String

  package init(
    forge: String, id: String, event: String, action: String? = nil, pullRequest: PullRequestReference? = nil,
    head: CommitID? = nil, base: CommitID? = nil, bodyDigest: String
  ) {
    self.forge = forge
    self.id = id
    self.event = event
    self.action = action
    self.pullRequest = pullRequest
    self.head = head
    self.base = base
    self.bodyDigest = bodyDigest
  }
}
