// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation

/// Reads the output of SwiftLint's reporter `json`.
enum SwiftLintReportReader {
  private struct Violation: Decodable {
    let character: Lenient<Int>?
    let file: Lenient<String>?
    let line: Lenient<Int>?
    let reason: Lenient<String>?
    let ruleID: Lenient<String>?
    let severity: Lenient<String>?

    private enum CodingKeys: String, CodingKey {
      case character, file, line, reason, severity
      case ruleID = "rule_id"
    }
  }

  static func read(_ bytes: [UInt8]) throws(LinterReportError) -> LinterReport {
    var report = LinterReport()
    // SwiftLint prints nothing if there are no files.
    guard bytes.contains(where: { $0 > 0x20 }) else { return report }
    let violations: [Lenient<Violation>]
    do {
      violations = try JSONDecoder().decode([Lenient<Violation>].self, from: Data(bytes))
    } catch {
      throw LinterReportError("it is not the JSON of SwiftLint")
    }
    for violation in violations.compactMap(\.value) {
      guard let file = violation.file?.value, let reason = violation.reason?.value else { continue }
      var finding = ReportedFinding(path: file, message: reason)
      finding.line = violation.line?.value ?? 1
      finding.column = violation.character?.value ?? 1
      finding.severity = Severity(word: violation.severity?.value)
      finding.rule = violation.ruleID?.value ?? ""
      report.add(finding)
    }
    return report
  }
}
