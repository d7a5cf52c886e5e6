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

  var build: String? {
    guard !report.runs.isEmpty else { return nil }
    return report.runs.map { run in label(run) + buildWords(run) }.joined(separator: "; ")
  }

  var tests: String? {
    guard !report.runs.isEmpty else { return nil }
    return report.runs.map { run in label(run) + testWords(run) }.joined(separator: "; ")
  }

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

  private func label(_ run: TestRun) -> String {
    report.runs.count == 1 ? "" : "\(run.side.rawValue) "
  }

  private func buildWords(_ run: TestRun) -> String {
    switch run.outcome {
    case .buildFailed: "failed"
    case .couldNotRun: "could not run"
    case .timedOut where run.tests.total == 0: "timed out"
    default: "passed"
    }
  }

  private func testWords(_ run: TestRun) -> String {
    let outcome: String? =
      switch run.outcome {
      case .buildFailed, .couldNotRun: "not run"
      case .noTests: "none declared"
      case .crashed: "crashed"
      case .timedOut: "timed out"
      case .passed, .testsFailed: nil
      }
    guard run.tests.total > 0 else { return outcome ?? "none run" }
    let counts = "\(run.tests.passed) passed, \(run.tests.failed) failed, \(run.tests.skipped) skipped"
    return outcome.map { "\($0) (\(counts))" } ?? counts
  }
}
