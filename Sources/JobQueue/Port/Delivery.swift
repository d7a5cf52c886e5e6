// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

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

/// The request of a delivery, as its receiver reads it.
package enum DeliveryEffect: Hashable, Sendable {
  /// Nothing: the event is of no interest.
  case ignored
  /// Nothing: the body could not be understood.
  case malformed
  case request(JobRequest)
  case cancel(CancelRequest)
}

/// The result of recording a delivery, which may now be acknowledged to the forge.
package enum DeliveryReceipt: Hashable, Codable, Sendable {
  case recorded(QueueOutcome)
  /// The delivery had been recorded before, with this outcome, and nothing was done now.
  ///
  /// `sameBody` is false when the id is the same and the body is not, which no forge should do.
  case duplicate(QueueOutcome, sameBody: Bool)
}

/// A delivery as the queue keeps it.
package struct RecordedDelivery: Hashable, Sendable {
  package let delivery: Delivery
  package let outcome: QueueOutcome
  package let receivedAt: Timestamp

  package init(delivery: Delivery, outcome: QueueOutcome, receivedAt: Timestamp) {
    self.delivery = delivery
    self.outcome = outcome
    self.receivedAt = receivedAt
  }
}
