// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Finds parts of a report that contradict each other, as in one that was changed after it was written.
///
/// A forged report can agree with itself: this is no proof that it is true.
package struct ReportContradictions: Sendable {
  private let report: Report

  package init(_ report: Report) {
    self.report = report
  }

  /// The first contradiction, with the keys in `report.json`; `nil` for none. Hostile text.
  package var first: String? { run ?? coverage ?? verdict }

  /// A run that passed beside tests that did not.
  private var run: String? {
    for (index, run) in report.runs.enumerated() {
      let failed = run.cases.count { $0.result == .failed || $0.result == .crashed }
      if run.outcome == .passed, run.tests.failed > 0 || !run.failures.isEmpty || failed > 0 {
        let count = max(run.tests.failed, run.failures.count, failed)
        return "runs[\(index)].outcome is passed, but \(count) of its tests failed"
      }
      if failed > run.tests.failed {
        return "runs[\(index)].tests.failed is \(run.tests.failed), but \(failed) of its cases failed"
      }
      if let reused = run.reused, reused.count > reused.total || reused.count == 0 {
        return "runs[\(index)].reused has \(reused.count) of \(reused.total) test targets"
      }
      if run.tests.total > 0, run.cases.count + run.unlistedCases > 0, run.outcome == .noTests {
        return "runs[\(index)].outcome is noTests, but it has \(run.tests.total) tests"
      }
    }
    return nil
  }

  /// Counts of lines that do not add up.
  private var coverage: String? {
    guard let coverage = report.coverage else { return nil }
    let sum = coverage.files.reduce(LineCounts()) { $0 + $1.counts }
    guard sum == coverage.counts else { return "coverage.counts is not the sum of the counts of coverage.files" }
    let percent = coverage.counts.percentage(partials: coverage.partials).description
    guard percent == coverage.percent else {
      return "coverage.percent is \(coverage.percent), but coverage.counts is \(percent) %"
    }
    for (index, file) in coverage.files.enumerated() {
      let lines = [
        ("missed", file.missedLines.count, file.counts.missed),
        ("partial", file.partialLines.count, file.counts.partial),
      ]
      for (name, count, counted) in lines where count != counted {
        return "coverage.files[\(index)].counts.\(name) is \(counted), but \(name)_lines has \(count)"
      }
    }
    return nil
  }

  /// A verdict that no configuration gives for this evidence.
  ///
  /// The report does not contain which parts are informational and whether failures of the base count, so that all
  /// choices are tried.
  private var verdict: String? {
    let shown = report.informational ?? []
    for existing in ExistingFailures.allCases {
      for parts in Self.choices {
        let judgement = judgement(existing, parts)
        if judgement.verdict == report.verdict, judgement.reasons.isEmpty == report.reasons.isEmpty,
          judgement.informational.count == shown.count
        {
          return nil
        }
      }
    }
    let strict = judgement(.pass, [])
    let reason = strict.reasons.first { !shown.contains($0) } ?? "the verdict is \(strict.verdict.rawValue)"
    if report.verdict.isPassing, !strict.verdict.isPassing {
      return "verdict is \(report.verdict.rawValue), but according to runs, findings, coverage and conflicts \(reason)"
    }
    guard report.verdict == strict.verdict else {
      return
        "verdict is \(report.verdict.rawValue), but according to runs, findings, coverage and conflicts it is \(strict.verdict.rawValue)"
    }
    return "reasons and informational do not agree with the verdict \(report.verdict.rawValue)"
  }

  private func judgement(_ existing: ExistingFailures, _ informational: Set<ReviewPart>) -> VerdictJudge.Judgement {
    VerdictJudge.judge(Evidence(report, existing: existing, informational: informational))
  }

  /// All sets of parts.
  private static let choices: [Set<ReviewPart>] = ReviewPart.allCases.reduce([[]]) { sets, part in
    sets + sets.map { $0.union([part]) }
  }
}
