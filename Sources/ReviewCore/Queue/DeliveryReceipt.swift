// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The result of recording a delivery, which may now be acknowledged to the forge.
package enum DeliveryReceipt: Hashable, Sendable {
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
