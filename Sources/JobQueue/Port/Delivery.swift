// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// A webhook delivery, reduced to the fields that the queue needs. The body is not stored.
package struct Delivery: Hashable, Codable, Sendable {
  /// The forge's name in the operator's configuration.
  package let forge: String
  /// The forge's id of the delivery, which is the same when the forge redelivers it.
  package let id: String
  /// The event's type, such as `pull_request`.
  package let event: String
  /// The event's action, such as `synchronize`.
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

/// The effect of a delivery on the queue.
package enum DeliveryEffect: Hashable, Sendable {
  /// No effect, because the event is not relevant.
  case ignored
  /// No effect, because the body is malformed.
  case malformed
  case request(JobRequest)
  case cancel(CancelRequest)
}

/// The result of recording a delivery, which may now be acknowledged to the forge.
package enum DeliveryReceipt: Hashable, Codable, Sendable {
  case recorded(QueueOutcome)
  /// The delivery was recorded before, with this outcome, and has no further effect.
  ///
  /// `sameBody` is false when the id is the same and the body is not, which no forge should do.
  case duplicate(QueueOutcome, sameBody: Bool)
}

/// A delivery in the queue's records.
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
