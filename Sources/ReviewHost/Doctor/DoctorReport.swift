// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import Isolation

/// The capabilities of this host for reviews.
package struct DoctorReport: Encodable, Sendable {
  package enum Status: String, Encodable {
    case works, fails
    /// Missing, but optional or not requested.
    case absent
  }

  package struct Check: Encodable, Sendable {
    package let name: String
    package let status: Status
    package let detail: String
    /// The action to take; `nil` if none is necessary.
    package var remedy: String?

    package init(name: String, status: Status, detail: String, remedy: String? = nil) {
      self.name = name
      self.status = status
      self.detail = detail
      self.remedy = remedy
    }
  }

  /// An attempt to escape from the sandbox that a review would use.
  package struct Attempt: Encodable, Sendable {
    package enum Result: String, Encodable {
      case refused, succeeded
    }

    package let attempt: EscapeAttempt
    package let description: String
    package let result: Result
  }

  package let tool: String
  package let checks: [Check]
  /// The sandbox that `--sandbox auto` would choose; `nil` if none works.
  package let sandbox: String?
  package let attempts: [Attempt]
  /// The attempts that succeed without a sandbox.
  package let withoutSandbox: [EscapeAttempt]

  /// Whether pull requests can be reviewed on this host, including those from other repositories.
  package let isReady: Bool
}

/// The text output of `doctor`.
package enum DoctorText {
  /// A line for each check, with its remedy below, and for each attempt of code under review to escape.
  package static func make(_ report: DoctorReport) -> String {
    let width = report.checks.map(\.name.count).max() ?? 0
    var lines = [report.tool, ""]
    for check in report.checks {
      let name = check.name.padding(toLength: width, withPad: " ", startingAt: 0)
      lines.append("  \(sign(check.status)) \(name)  \(check.detail)")
      if let remedy = check.remedy { lines.append("    → \(remedy)") }
    }
    if let sandbox = report.sandbox {
      lines += ["", "In the sandbox \(sandbox), which check uses, the self-test tried to"]
      lines += report.attempts.map { "  \($0.result == .refused ? "✓" : "✗") \($0.description): \($0.result.rawValue)" }
    }
    if !report.withoutSandbox.isEmpty {
      lines += ["", "With --sandbox none, code under review can"]
      lines += report.withoutSandbox.map { "  ✗ \($0.ability)" }
    }
    lines += ["", conclusion(report)]
    return lines.joined(separator: "\n")
  }

  private static func sign(_ status: DoctorReport.Status) -> String {
    switch status {
    case .works: "✓"
    case .fails: "✗"
    case .absent: "–"
    }
  }

  private static func conclusion(_ report: DoctorReport) -> String {
    if report.isReady { return "Ready to review pull requests, including those from forks." }
    if report.sandbox == nil {
      return "Not ready: no sandbox works, so check refuses pull requests from other repositories."
    }
    return "Not ready: see above."
  }
}
