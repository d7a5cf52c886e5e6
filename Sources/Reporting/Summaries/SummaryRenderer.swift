// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// The one line beside a commit.
struct SummaryRenderer: ReportRenderer {
  /// GitHub refuses a longer description of a commit status ("description is too long (maximum is 140 characters)").
  static let limit = 140

  func render(_ report: Report) -> String {
    let summary = ReportSummary(report)
    var parts = [report.verdict.words]
    let tests = report.runs.first { $0.tests.failed > 0 } ?? report.runs.first
    if let tests, tests.tests.total > 0 {
      let count = counted(tests.tests.total, "test")
      parts.append(tests.tests.failed > 0 ? "\(tests.tests.failed) of \(count) failed" : count)
    }
    if let coverage = report.coverage, coverage.counts.measurable > 0 {
      parts.append("patch coverage \(CoverageWords.percent(coverage)) %")
    }
    if !summary.shownFindings.isEmpty { parts.append(summary.style) }
    return String(parts.joined(separator: " · ").prefix(Self.limit))
  }
}
