// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

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
      parts.append(
        "patch coverage \(CoverageWords.percent(coverage)) %" + (coverage.isDoubtful ? ", doubtful" : ""))
    }
    if summary.shownFindings.contains(where: \.isFromRule) { parts.append(summary.style) }
    if let project = project(report) { parts.append(project) }
    return String(Self.fitting(parts).prefix(Self.limit))
  }

  /// `project 81.2 % (+0.4)`
  private func project(_ report: Report) -> String? {
    guard let coverage = report.coverage, let project = coverage.project, project.counts.measurable > 0 else {
      return nil
    }
    let share = project.counts.percentage(partials: coverage.partials)
    let difference = project.adjustedBase
      .flatMap { share.difference(from: $0.percentage(partials: coverage.partials)) }
    return "project \(share) %" + (difference.map { " (\($0))" } ?? "")
  }

  /// The parts from the first on; one that no longer fits is left out whole.
  private static func fitting(_ parts: [String]) -> String {
    parts.dropFirst().reduce(parts.first ?? "") { line, part in
      let longer = "\(line) · \(part)"
      return longer.count <= limit ? longer : line
    }
  }
}
