// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The results of the packages of one tree. Without text of the pull request.
struct RunMessages {
  let side: CheckoutSide
  /// The runs, one for each package.
  let runs: [TestRun]

  /// Returns the messages of each tested tree, in the order of the report.
  static func all(_ report: Report) -> [RunMessages] {
    let sides = report.runs.map(\.side).reduce(into: [CheckoutSide]()) { sides, side in
      if !sides.contains(side) { sides.append(side) }
    }
    return sides.map { side in RunMessages(side: side, runs: report.runs.filter { $0.side == side }) }
  }

  /// `192 tests passed, 1 flaky, 3 skipped`, `the build failed in 1 of 3 packages`
  var result: String {
    let tests = runs.reduce(into: TestCounts()) { sum, run in
      sum.passed += run.tests.passed
      sum.failed += run.tests.failed
      sum.skipped += run.tests.skipped
    }
    let flaky = runs.reduce(0) { $0 + $1.flaky.count }
    let ran = [
      tests.failed > 0 ? "\(tests.failed) of \(counted(tests.total, "test")) failed" : nil,
      tests.failed == 0 && tests.passed > 0 ? "\(counted(tests.passed, "test")) passed" : nil,
      flaky > 0 ? "\(flaky) flaky" : nil, tests.skipped > 0 ? "\(tests.skipped) skipped" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    let stop = Self.stops.first { stop in runs.contains { Self.stop($0) == stop } }
    guard let stop else { return ran.isEmpty ? "no tests" : ran }
    let count = runs.count { Self.stop($0) == stop }
    let text = runs.count > 1 ? "\(stop) in \(count) of \(runs.count) packages" : stop
    return ran.isEmpty ? text : "\(text) (\(ran))"
  }

  /// `merge: 3 of 9 test targets run, the others have the head's inputs`; `nil` if all test targets were run.
  var reused: String? {
    let reused = runs.compactMap(\.reused)
    guard let first = reused.first else { return nil }
    let (kept, total) = reused.reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.total) }
    let inputs =
      switch first.source {
      case .head: "the head's inputs"
      case .base: "the base result of \(first.commit.short)"
      }
    let targets = counted(total, "test target")
    // The targets of packages that were run completely are not counted.
    let place = runs.count > reused.count ? " in \(counted(reused.count, "package"))" : ""
    guard kept < total else {
      return "\(side): no test target\(place) run, \(total == 1 ? "it has" : "all \(total) have") \(inputs)"
    }
    let others = kept == 1 ? "the other has" : "the others have"
    return "\(side): \(total - kept) of \(targets)\(place) run, \(others) \(inputs)"
  }

  /// Whether all runs are complete and none failed.
  var isPassing: Bool { runs.allSatisfy { [.passed, .noTests].contains($0.outcome) } }

  /// What ends a run before its tests do, the worst first.
  private static let stops = [
    "the build failed", "could not run", "the tests crashed", "the build timed out", "the tests timed out",
  ]

  private static func stop(_ run: TestRun) -> String? {
    switch run.outcome {
    case .buildFailed: stops[0]
    case .couldNotRun: stops[1]
    case .crashed: stops[2]
    case .timedOut: run.cases.isEmpty ? stops[3] : stops[4]
    case .passed, .testsFailed, .noTests: nil
    }
  }

  /// The results of the head alone and of its merge in one sentence; `nil` without runs.
  static func result(_ report: Report) -> String? {
    let sides = all(report)
    guard let result = result(sides, report) else { return nil }
    return ([result] + sides.compactMap(\.reused)).joined(separator: "; ")
  }

  private static func result(_ sides: [RunMessages], _ report: Report) -> String? {
    guard let first = sides.first else { return nil }
    let merged = "merged with \(report.baseName)"
    guard let second = sides.dropFirst().first else {
      return first.side == .merge ? "\(first.result), \(merged)" : first.result
    }
    let (alone, merge) = first.side == .head ? (first, second) : (second, first)
    return switch (alone.isPassing, merge.isPassing) {
    case (true, false): "passes alone; fails when \(merged): \(merge.result)"
    case (false, true): "fails alone: \(alone.result); passes when \(merged)"
    case _ where alone.result == merge.result: alone.result
    // The tests of the merge are some of the head's.
    case (true, true) where merge.reused != nil: alone.result
    default: "alone: \(alone.result); \(merged): \(merge.result)"
    }
  }
}

extension TestRun {
  /// Whether only the end of the output shows why the run failed.
  ///
  /// - Parameter diagnostics: those that would show it.
  func failedSilently(_ diagnostics: [BuildDiagnostic]) -> Bool {
    ![.passed, .noTests].contains(outcome) && failures.isEmpty && diagnostics.isEmpty && !logTail.isEmpty
  }
}

extension Report {
  /// The verdict for people, to follow `reviewbot: `.
  package var verdictText: String {
    guard verdict == .findings, errorsInChange == 0 else { return verdict.text }
    if let unchecked = uncheckedErrors { return unchecked }
    // What was not found because a rule or linter was stopped fails the review as well.
    return failsBySuppressions ? "suppressions in the change" : "rules or linters did not finish"
  }

  /// Whether what the change suppresses fails the review, and no rule or linter was stopped.
  var failsBySuppressions: Bool {
    suppressions?.reasons.isEmpty == false && missingResults?.contains { $0.verdict == .findings } != true
  }

  /// The number of findings that fail the review, without files that were not checked.
  var errorsInChange: Int {
    findings.count { $0.severity == .error && $0.isInChange && !$0.isAboutUncheckedFile }
  }

  /// The files that fail the review because they were not checked, as in `2 files not checked`; `nil` without any.
  var uncheckedErrors: String? { UncheckedFiles.summary(findings.filter { $0.severity == .error }) }
}

extension Verdict {
  /// The verdict without regard to its reasons.
  package var text: String {
    switch self {
    case .superseded: "superseded by a newer push"
    case .couldNotRun: "could not run"
    case .conflict: "conflict with the base"
    case .buildFailed: "build failed"
    case .timedOut: "timed out"
    case .crashed: "tests crashed"
    case .testsFailed: "tests failed"
    case .findings: "style errors in the change"
    case .coverage: "coverage below the target"
    case .noTests: "passed, without tests"
    case .passed: "passed"
    }
  }
}
