// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import HummingbirdCore

/// The endpoints for monitoring: `GET /healthz`, `/readyz` and `/metrics`.
package struct HealthEndpoints: Sendable {
  /// https://prometheus.io/docs/instrumenting/exposition_formats/
  private static let metricsType = "text/plain; version=0.0.4"

  private let readiness: @Sendable () async -> Readiness
  private let metrics: @Sendable () async -> String

  /// - Parameter metrics: the metrics in Prometheus's text format.
  package init(
    readiness: @escaping @Sendable () async -> Readiness, metrics: @escaping @Sendable () async -> String
  ) {
    self.readiness = readiness
    self.metrics = metrics
  }

  /// - Returns: `nil` for any other path.
  func reply(to path: Substring, _ method: HTTPRequest.Method) async -> HTTPReply? {
    switch path {
    case "/healthz", "/readyz", "/metrics": if method != .get { return .methodNotAllowed("GET") }
    default: return nil
    }
    switch path {
    case "/healthz": return .text("ok\n")
    case "/metrics": return .text(await metrics(), type: Self.metricsType)
    default:
      let readiness = await readiness()
      return .json(
        ReadinessText(ready: readiness.isReady, reasons: readiness.reasons, notes: readiness.notes),
        readiness.isReady ? .ok : .serviceUnavailable)
    }
  }
}

private struct ReadinessText: Encodable {
  let ready: Bool
  let reasons: [String]
  /// Missing when there are none.
  let notes: [String]?
}

/// The forges that are unavailable, for readiness.
package struct ForgeOutages: Hashable, Sendable {
  /// Why no job can run; `nil` while one forge is available.
  package let reason: String?
  /// A note for each forge whose jobs wait, if jobs of another one can run.
  package let notes: [String]

  init(unavailable: Set<String>, configured: Set<String>) {
    let texts = unavailable.intersection(configured).sorted().map {
      "jobs wait for the forge \($0), which does not answer, answers unreadably or rejects the credential"
    }
    let isTotal = !configured.isEmpty && unavailable.isSuperset(of: configured)
    reason = isTotal ? texts.joined(separator: "; ") : nil
    notes = isTotal ? [] : texts
  }
}

/// Whether the daemon can run jobs.
package struct Readiness: Hashable, Sendable {
  /// The reasons why it cannot, one phrase each; empty when it can.
  package let reasons: [String]
  /// Notes for the operator about problems that do not prevent jobs from running, one phrase each.
  package let notes: [String]?

  package static let ready = Readiness(reasons: [])

  package init(reasons: [String], notes: [String] = []) {
    self.reasons = reasons
    self.notes = notes.isEmpty ? nil : notes
  }

  package var isReady: Bool { reasons.isEmpty }
}
