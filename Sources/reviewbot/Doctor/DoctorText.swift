// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation

/// The text output of `doctor`.
enum DoctorText {
  static func make(_ report: DoctorReport) -> String {
    let width = report.checks.map(\.name.count).max() ?? 0
    var lines = [report.tool, ""]
    for check in report.checks {
      let name = check.name.padding(toLength: width, withPad: " ", startingAt: 0)
      lines.append("  \(sign(check.status)) \(name)  \(check.detail)")
      if let remedy = check.remedy { lines.append("    → \(remedy)") }
    }
    if let sandbox = report.sandbox {
      lines += ["", "In the sandbox \(sandbox), which check uses, code under review tried to"]
      lines += report.attempts.map { "  \($0.result == .refused ? "✓" : "✗") \($0.description): \($0.result.rawValue)" }
    }
    if !report.withoutSandbox.isEmpty {
      lines += ["", "With --sandbox none, code under review can"]
      lines += report.withoutSandbox.map { "  ✗ \($0.words)" }
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
