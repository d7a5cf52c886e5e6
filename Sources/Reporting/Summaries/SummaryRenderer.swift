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
    let sides = RunWords.all(report)
    let runs = (sides.first { $0.runs.contains { $0.tests.failed > 0 } } ?? sides.first)?.runs ?? []
    let total = runs.reduce(0) { $0 + $1.tests.total }
    let failed = runs.reduce(0) { $0 + $1.tests.failed }
    let flaky = runs.reduce(0) { $0 + $1.flaky.count }
    if total > 0 {
      let count = counted(total, "test")
      parts.append((failed > 0 ? "\(failed) of \(count) failed" : count) + (flaky > 0 ? ", \(flaky) flaky" : ""))
    }
    if let coverage = report.coverage, coverage.counts.measurable > 0 {
      parts.append("patch coverage \(CoverageWords.percent(coverage)) %")
    }
    if summary.shownFindings.contains(where: { !$0.isFromCompiler }) { parts.append(summary.style) }
    return String(parts.joined(separator: " · ").prefix(Self.limit))
  }
}
