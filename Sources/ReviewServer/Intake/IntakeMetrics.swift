// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CoreMetrics
import HTTPTypes
package import JobQueue
import ReviewContract

/// What the intake counts.
struct IntakeMetrics: Sendable {
  /// Why a request was turned away before anything was recorded.
  enum Rejection: String {
    case unknownForge = "unknown_forge"
    case method, encoding, size, signature
    /// There was no room for its body.
    case bytes
    case connections
    /// One address had too many connections.
    case address
    case timeout
    /// The queue could not record it.
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

  /// A message that does not say which one it is, and so cannot be recorded.
  func nameless(from forge: String) { count("nameless", from: forge) }

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
  /// Says of each metric what it is.
  static func describe(_ describe: (_ name: String, _ text: String) -> Void) {
    describe("reviewbot_deliveries", "Messages that a forge sent, by what became of them.")
    describe("reviewbot_webhook_rejections", "Requests that were turned away before anything was recorded.")
    describe("reviewbot_webhook_duration", "How long it took to read a message, record it and answer.")
    describe("reviewbot_webhook_bytes_in_flight", "Memory that messages take which are being read.")
  }
}

/// What the intake tells the rest of the daemon. The functions are called while a forge waits for its answer: they return at
/// once.
package struct IntakeEvents: Sendable {
  /// A delivery is on disk, so that there may be something to do.
  package let onRecorded: @Sendable (Delivery, DeliveryReceipt) -> Void
  /// A forge says that other repositories may be seen now; with the forge's name and its word for what happened.
  package let onInstallation: @Sendable (_ forge: String, _ action: String) -> Void
  /// How many bytes of bodies are held that are being read, after each change.
  package let onBytesHeld: @Sendable (Int) -> Void
  /// How many connections an address has, after each change.
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
