// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Reads the output of SwiftLint's reporter `json`.
enum SwiftLintReportReader {
  static func read(_ bytes: [UInt8]) throws(LinterReportError) -> LinterReport {
    var report = LinterReport()
    // SwiftLint prints nothing if there are no files.
    guard bytes.contains(where: { $0 > 0x20 }) else { return report }
    guard let violations = (try? LenientJSON(bytes))?.array else {
      throw LinterReportError("it is not the JSON of SwiftLint")
    }
    for violation in violations {
      guard let file = violation.file.string, let reason = violation.reason.string else { continue }
      report.add(
        ReportedFinding(
          path: file, line: violation.line.int ?? 1, column: violation.character.int ?? 1,
          severity: Severity(word: violation.severity.string), rule: violation[dynamicMember: "rule_id"].string ?? "",
          message: reason))
    }
    return report
  }
}
