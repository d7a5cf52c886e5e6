// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewHost

/// The text output of `doctor`: a line for each check, with its remedy below, and what follows from them.
struct DoctorText {
  let report: DoctorReport
  /// Whether each attempt of code under review to escape is listed.
  let isVerbose: Bool
  let columns: Int

  var text: String {
    let width = report.checks.map(\.name.count).max() ?? 0
    var lines = [report.tool, ""]
    for check in report.checks {
      let name = check.name.padding(toLength: width, withPad: " ", startingAt: 0)
      lines.append(
        check.detail.wordsWrapped(
          to: columns, after: "  \(Self.sign(check.status)) \(name)  ", indentation: width + 6))
      if let remedy = check.remedy {
        let start = check.status == .absent ? "    → optional: " : "    → "
        lines.append(remedy.wordsWrapped(to: columns, after: start, indentation: 6))
      }
    }
    lines += attempts + [""] + conclusion.map { $0.wordsWrapped(to: columns, indentation: 0) }
    return lines.joined(separator: "\n")
  }

  private var attempts: [String] {
    guard let sandbox = report.sandbox else { return [] }
    guard isVerbose else {
      let count = report.attempts.count
      let text =
        "Code under review runs in the sandbox \(sandbox). The self-test tried \(count) ways to escape from it, and all "
        + "were refused; --verbose lists them."
      return ["", text.wordsWrapped(to: columns, indentation: 0)]
    }
    var lines = ["", "In the sandbox \(sandbox), which check uses, the self-test tried to"]
    lines += report.attempts.map { "  \($0.result == .refused ? "✓" : "✗") \($0.description): \($0.result.rawValue)" }
    if !report.withoutSandbox.isEmpty {
      lines += ["", "With --sandbox none, code under review can"]
      lines += report.withoutSandbox.map { "  ✗ \($0.ability)" }
    }
    return lines
  }

  private static func sign(_ status: DoctorReport.Status) -> String {
    switch status {
    case .works: "✓"
    case .fails: "✗"
    case .absent: "–"
    }
  }

  private var conclusion: [String] {
    if report.isReady {
      return [
        "Ready to review pull requests, including those from forks.",
        "Next: reviewbot lint in a working tree, or reviewbot check --pr N in a clone.",
      ]
    }
    let failed = report.checks.filter { $0.status == .fails }.map(\.name).joined(separator: ", ")
    let next = "Not ready: do what → says about \(failed), and run reviewbot doctor again."
    guard report.sandbox == nil else { return [next] }
    return [next, "Without a sandbox, check refuses pull requests from other repositories; reviewbot lint works."]
  }
}
