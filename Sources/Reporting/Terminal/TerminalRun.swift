// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// One run, for a terminal.
struct TerminalRun {
  /// The minimum duration in milliseconds of the tests that are listed among the slowest.
  private static let slow = 100
  private static let listedSlow = 3
  private static let listedLines = 10

  let run: TestRun
  /// The compiler's errors that are not findings.
  let errors: [BuildDiagnostic]
  /// The name of the run among several, with a space before it; empty for a single run.
  let label: String
  /// The base in a sentence.
  let base: String

  func add(to page: inout TerminalPage) {
    if !errors.isEmpty { page.title("Build errors\(label)") }
    for error in errors {
      page.line(
        "\(error.path):\(error.line):\(error.column): \(error.message)", lead: TerminalPage.lead(.error))
    }
    addFailures("Failed tests\(label)", run.failures, to: &page)
    addFailures("Flaky tests\(label): failed, then passed when run again", run.flaky, to: &page)
    addCases("Tests that did not finish\(label)", .unfinished, to: &page)
    addCases("Skipped tests\(label)", .skipped, to: &page)
    addSlowest(to: &page)
    if run.failedSilently(run.diagnostics.filter { $0.severity == .error }) {
      page.title("End of the output\(label)")
      for line in run.logTail.split(whereSeparator: \.isNewline) { page.line(String(line)) }
    }
  }

  private func addFailures(_ title: String, _ failures: [TestFailure], to page: inout TerminalPage) {
    guard !failures.isEmpty else { return }
    page.title(title)
    for failure in failures {
      page.line(failure.id.description + (failure.result(on: base).map { " (\($0))" } ?? ""))
      let place = failure.path.map { path in failure.line.map { "\(path):\($0): " } ?? "\(path): " } ?? ""
      page.line(place + failure.message, indentation: 4)
      let output = (failure.output ?? "").split(whereSeparator: \.isNewline)
      for line in output.suffix(Self.listedLines) { page.line(String(line), indentation: 4, lead: ("|", .dim)) }
    }
  }

  private func addCases(_ title: String, _ result: TestCase.Result, to page: inout TerminalPage) {
    page.list(title, run.cases.filter { $0.result == result }) { test in
      test.id.description + (test.reason.map { ": \($0)" } ?? "")
    }
  }

  private func addSlowest(to page: inout TerminalPage) {
    let slow = run.cases.filter { $0.milliseconds >= Self.slow }.sorted { $0.milliseconds > $1.milliseconds }
    guard !slow.isEmpty else { return }
    let total = String(duration: .milliseconds(run.milliseconds))
    page.title("Slowest tests\(label), \(total) in total")
    for test in slow.prefix(Self.listedSlow) {
      page.line("\(String(duration: .milliseconds(test.milliseconds))) \(test.id)")
    }
  }
}

/// Patch coverage, for a terminal.
struct TerminalCoverage {
  /// The maximum number of ranges of lines that are listed of a file that was not measured.
  private static let listedRanges = 6

  let coverage: PatchCoverage

  func add(to page: inout TerminalPage) {
    if coverage.isDoubtful { page.title("Doubtful coverage: counters were not set by running tests") }
    for doubt in coverage.anomalies ?? [] { page.line(doubt) }
    addMissed(to: &page)
    addIndirect(to: &page)
  }

  private func addMissed(to page: inout TerminalPage) {
    let files = coverage.files.filter { !$0.missedLines.isEmpty || !$0.partialLines.isEmpty }
    guard !files.isEmpty || !coverage.unmeasured.isEmpty else { return }
    page.title("Uncovered lines")
    for file in files {
      let missed = file.missedLines.isEmpty ? [] : ["not run \(file.missedLines)"]
      let partial = file.partialLines.isEmpty ? [] : ["partly run \(file.partialLines)"]
      page.line("\(file.path): \((missed + partial).joined(separator: "; "))")
      page.code(UncoveredRegionExcerpt.lines(of: file))
    }
    for file in coverage.unmeasured {
      let lines = file.lines.flatMap { $0.ranges.count <= Self.listedRanges ? ":\($0)" : nil } ?? ""
      page.line("\(file.path)\(lines): not measured: \(file.reason)")
    }
  }

  private func addIndirect(to page: inout TerminalPage) {
    guard let indirect = coverage.indirect else { return }
    page.title("Indirect coverage changes: \(CoverageMessages.indirect(indirect))")
    for place in indirect.listed.prefix(IndirectChanges.maximumListed) {
      page.line("\(place.path):\(place.lines): \(CoverageMessages.indirect(place.kind))")
    }
  }
}
