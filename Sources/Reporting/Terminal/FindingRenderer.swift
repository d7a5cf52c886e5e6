// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Writes findings without a report around them.
package protocol FindingRenderer: Sendable {
  /// One line for each finding; empty without any.
  func render(_ findings: [Finding], hasColor: Bool) -> String
}

/// Writes findings as compilers do, so that editors find the places: `path:line:column: warning: message (rule)`.
struct CompilerStyleRenderer: FindingRenderer {
  func render(_ findings: [Finding], hasColor: Bool) -> String {
    findings.sorted(by: Finding.isInOrder).map { line($0, hasColor: hasColor) }.joined(separator: "\n")
  }

  private func line(_ finding: Finding, hasColor: Bool) -> String {
    let place = "\(VisibleText.make(finding.path, limit: 1000)):\(finding.range.startLine):\(finding.range.startColumn)"
    let color = finding.severity == .error ? "31" : "33"
    let severity = hasColor ? "\u{1b}[1;\(color)m\(finding.severity.rawValue)\u{1b}[0m" : finding.severity.rawValue
    return "\(place): \(severity): \(VisibleText.make(finding.message)) (\(finding.rule))"
  }
}
