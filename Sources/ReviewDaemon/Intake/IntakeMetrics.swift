// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CoreMetrics
import HTTPTypes
import JobQueue
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
