// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import HostileText
import ReviewContract

extension CommentSections {
  private static let listedLines = 30

  /// The tests of the base that the change removes.
  var removedTests: CommentSection? {
    guard let removed = report.removedTests else { return nil }
    return .list(
      .tests, ReportSummary.title(of: removed), share: 8, removed.tests, total: removed.count
    ) { "\(code: $0.description)" }
  }

  /// The failed tests. Tests that fail on the base as well, or are in quarantine, are last, with a note.
  var failedTests: CommentSection? {
    let all = report.runs.flatMap { run in run.failures.map { (run, $0) } }
    let failures = all.filter { !$0.1.isKnown } + all.filter(\.1.isKnown)
    return .list(.tests, counted(failures.count, "failed test"), share: 24, failures) { line($0, $1) }
  }

  var flakyTests: CommentSection? {
    let flaky = report.runs.flatMap { run in run.flaky.map { (run, $0) } }
    return .list(
      .tests, "\(counted(flaky.count, "flaky test")): \(flaky.map(\.1).flakiness)", share: 6, flaky
    ) { line($0, $1) }
  }

  /// The output of the failed tests, in order.
  var testOutput: CommentSection? {
    let failures = report.runs.flatMap(\.failures).filter { $0.output?.isEmpty == false }
    guard !failures.isEmpty else { return nil }
    let lines = failures.flatMap { failure in
      [HostileText("\(failure.id):").line()] + HostileText(failure.output ?? "").lines().suffix(Self.listedLines)
    }
    return .log(.output, "Output of failed tests", share: 5, lines)
  }

  var unfinishedTests: CommentSection? {
    let tests = cases { $0.result == .unfinished }
    return .list(.tests, "\(counted(tests.count, "test")) did not finish", share: 3, tests) {
      "\(code: $1.id.description)\(label($0))"
    }
  }

  var skippedTests: CommentSection? {
    let tests = cases { $0.result == .skipped }
    return .list(.tests, counted(tests.count, "skipped test"), share: 3, tests) { run, test in
      let reason: Markdown = test.reason.map { " \(prose: $0)" } ?? ""
      return "\(code: test.id.description)\(label(run))\(reason)"
    }
  }

  private func cases(_ isWanted: (TestCase) -> Bool) -> [(TestRun, TestCase)] {
    report.runs.flatMap { run in run.cases.filter(isWanted).map { (run, $0) } }
  }

  private func line(_ run: TestRun, _ failure: TestFailure) -> Markdown {
    let line = failure.line.map { ":\($0)" } ?? ""
    let place: Markdown =
      failure.path.map { path in
        let text: Markdown = "\(code: path + line)"
        return "\(text.linked(to: links?.address(of: path, lines: failure.line.map { $0...$0 }))) "
      } ?? ""
    let base: Markdown = failure.result(on: report.baseName).map { " (\(prose: $0))" } ?? ""
    return "\(code: failure.id.description)\(label(run))\(base) \(place)\(prose: failure.message)"
  }
}
