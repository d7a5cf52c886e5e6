// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CoreMetrics
import HTTPTypes
package import JobQueue

/// The metrics of the intake.
struct IntakeMetrics: Sendable {
  /// Why a request was rejected before a delivery was recorded.
  enum Rejection: String {
    case unknownForge = "unknown_forge"
    case method, encoding, size, signature
    /// The byte budget was exhausted.
    case bytes = "bytes_in_flight"
    case connections
    /// Too many connections from one address.
    case address
    case timeout
    /// The queue could not record the delivery.
    case queue
  }

  private let duration = Timer(label: "reviewbot_webhook_duration")

  func recorded(_ receipt: DeliveryReceipt, from forge: String) {
    let outcome =
      switch receipt {
      case .recorded(let outcome): outcome.kind.rawValue
      case .duplicate: "duplicate"
      }
    count(outcome, from: forge)
  }

  /// A delivery without an id, which cannot be recorded.
  func missingID(from forge: String) { count("missing_id", from: forge) }

  func rejected(_ rejection: Rejection) {
    Counter(label: "reviewbot_webhook_rejections", dimensions: [("reason", rejection.rawValue)]).increment()
  }

  func rejected(_ status: HTTPResponse.Status) {
    switch status {
    case .requestTimeout: rejected(.timeout)
    case .tooManyRequests: rejected(.address)
    default: rejected(.connections)
    }
  }

  func took(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    duration.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  private func count(_ outcome: String, from forge: String) {
    Counter(label: "reviewbot_deliveries", dimensions: [("forge", forge), ("outcome", outcome)]).increment()
  }
}

extension IntakeMetrics {
  /// Calls `describe` with the description of each metric.
  static func describe(_ describe: (_ name: String, _ text: String) -> Void) {
    describe("reviewbot_deliveries", "Webhook deliveries by outcome.")
    describe("reviewbot_webhook_rejections", "Requests rejected before a delivery was recorded.")
    describe("reviewbot_webhook_duration", "Time to read, record and answer a webhook delivery.")
    describe("reviewbot_webhook_bytes_in_flight", "Bytes of request bodies that are being read.")
  }
}

/// Notifications from the intake to the rest of the daemon. The functions are called while a forge waits for its
/// response, and must return immediately.
package struct IntakeEvents: Sendable {
  /// A delivery is stored, and there may be a job to run.
  package let onRecorded: @Sendable (Delivery, DeliveryReceipt) -> Void
  /// The set of repositories that an app can access has changed; with the name of the forge and the event's action.
  package let onInstallation: @Sendable (_ forge: String, _ action: String) -> Void
  /// The bytes of request bodies that are being read, after each change.
  package let onBytesHeld: @Sendable (Int) -> Void
  /// The number of connections, after each change.
  package let onConnections: @Sendable (Int) -> Void

  package init(
    onRecorded: @escaping @Sendable (Delivery, DeliveryReceipt) -> Void = { _, _ in },
    onInstallation: @escaping @Sendable (_ forge: String, _ action: String) -> Void = { _, _ in },
    onBytesHeld: @escaping @Sendable (Int) -> Void = { _ in },
    onConnections: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.onRecorded = onRecorded
    self.onInstallation = onInstallation
    self.onBytesHeld = onBytesHeld
    self.onConnections = onConnections
  }
}
