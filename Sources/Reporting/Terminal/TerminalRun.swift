// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// The builds and tests of a report, for a terminal.
struct TerminalRuns {
  /// The minimum duration in milliseconds of the tests that are listed among the slowest.
  private static let slow = 100
  private static let listedSlow = 3
  /// The maximum number of listed lines of a test's output.
  private static let listedLines = 10
  /// The maximum number of build errors and of failed tests of a run; the page of the report contains more.
  private static let listedFailures = 50

  let report: Report
  let page: TerminalPage

  /// What failed: build errors, then failed tests.
  var failures: [TerminalSection] {
    report.runs.map(buildErrors) + report.runs.map(failedTests) + report.runs.map { cases($0, .unfinished) }
      + report.runs.compactMap(output)
  }

  /// What a reader may want to know besides.
  var others: [TerminalSection] {
    let flaky = report.runs.map { run in
      section("Flaky tests\(label(run)): \(run.flaky.flakiness)", run.flaky, in: run)
    }
    // The summary has their number.
    guard !report.verdict.isPassing else { return flaky }
    return flaky + report.runs.map { cases($0, .skipped) } + report.runs.map(slowest)
  }

  private func buildErrors(_ run: TestRun) -> TerminalSection {
    let errors = ReportSummary(report: report).buildErrors(run)
    var path: String?
    let blocks = errors.prefix(Self.listedFailures).map { error in
      defer { path = error.path }
      let place = "\(error.line):\(error.column) \(error.message)"
      let line = page.line(place, indentation: 4, lead: TerminalPage.lead(.error))
      return TerminalSection.Block(lines: (error.path == path ? [] : page.line(error.path)) + line)
    }
    return page.section("Build errors\(label(run))", blocks, total: errors.count, isCause: isFailed)
  }

  private func failedTests(_ run: TestRun) -> TerminalSection {
    // Tests that fail on the base as well, or are in quarantine, are last.
    let failures = run.failures.filter { !$0.isKnown } + run.failures.filter(\.isKnown)
    return section("Failed tests\(label(run))", failures, in: run, isCause: isFailed)
  }

  private func section(
    _ title: String, _ failures: [TestFailure], in run: TestRun, isCause: Bool = false
  ) -> TerminalSection {
    let blocks = failures.prefix(Self.listedFailures).map { failure in
      let result = failure.result(on: report.baseName).map { " (\($0))" } ?? ""
      let place = failure.path.map { path in failure.line.map { "\(path):\($0): " } ?? "\(path): " } ?? ""
      let output = (failure.output ?? "").split(whereSeparator: \.isNewline).suffix(Self.listedLines)
      return TerminalSection.Block(
        lines: page.line(failure.id.description + result) + page.line(place + failure.message, indentation: 4),
        code: output.map { page.line(String($0), indentation: 4, lead: ("|", .dim)) })
    }
    return page.section(title, blocks, total: failures.count, isCause: isCause)
  }

  private func cases(_ run: TestRun, _ result: TestCase.Result) -> TerminalSection {
    let title = result == .skipped ? "Skipped tests" : "Tests that did not finish"
    let blocks = run.cases.filter { $0.result == result }.map { test in
      TerminalSection.Block(lines: page.line(test.id.description + (test.reason.map { ": \($0)" } ?? "")))
    }
    return page.section("\(title)\(label(run))", blocks, isCause: result == .unfinished && isFailed)
  }

  private func slowest(_ run: TestRun) -> TerminalSection {
    let slow = run.cases.filter { $0.milliseconds >= Self.slow }.sorted { $0.milliseconds > $1.milliseconds }
    let total = String(duration: .milliseconds(run.milliseconds))
    let blocks = slow.prefix(Self.listedSlow).map { test in
      TerminalSection.Block(lines: page.line("\(String(duration: .milliseconds(test.milliseconds))) \(test.id)"))
    }
    return page.section("Slowest tests\(label(run)), \(total) in total", blocks)
  }

  private func output(_ run: TestRun) -> TerminalSection? {
    guard run.failedSilently(run.diagnostics.filter { $0.severity == .error }) else { return nil }
    let lines = run.logTail.split(whereSeparator: \.isNewline).map { page.line(String($0)) }
    return page.section(
      "End of the output\(label(run))", [TerminalSection.Block(lines: lines.flatMap(\.self))], isCause: isFailed)
  }

  private var isFailed: Bool { !report.verdict.isPassing }

  /// Returns the name of a run among several, with a space before it.
  private func label(_ run: TestRun) -> String {
    let sides = Set(report.runs.map(\.side)).count
    let packages = Set(report.runs.map(\.package)).count
    let side = sides > 1 && run.side == .merge ? " when merged with \(report.baseName)" : ""
    return side + (packages > 1 ? " in \(run.package.isEmpty ? "the root package" : run.package)" : "")
  }
}
