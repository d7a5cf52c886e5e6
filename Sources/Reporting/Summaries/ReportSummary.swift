// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// The lines that every way of showing a report has in common. Holds no text of the pull request.
struct ReportSummary {
  private let report: Report

  init(_ report: Report) {
    self.report = report
  }

  /// The findings that are shown, in order.
  var shownFindings: [Finding] {
    report.findings.filter(\.isInChange).sorted(by: Finding.isInOrder)
  }

  var build: String? { words(\.build) }

  var tests: String? { words(\.tests) }

  var coverage: String? {
    report.coverage.map(CoverageWords.line)
  }

  var style: String {
    let shown = shownFindings
    let outside = report.findings.count - shown.count
    let counts = [(Severity.error, "error"), (.warning, "warning"), (.note, "note")].compactMap { severity, noun in
      let count = shown.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, noun)
    }
    let inside = counts.isEmpty ? "nothing found in the change" : counts.joined(separator: ", ") + " in the change"
    return outside == 0 ? inside : "\(inside); \(outside) outside it"
  }

  private func words(_ words: (RunWords) -> String) -> String? {
    let runs = RunWords.all(report)
    guard !runs.isEmpty else { return nil }
    return runs.map { (runs.count == 1 ? "" : "\($0.side.rawValue) ") + words($0) }.joined(separator: "; ")
  }
}
