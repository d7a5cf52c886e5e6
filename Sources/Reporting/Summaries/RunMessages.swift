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

  var build: String {
    let summaries = runs.map(Self.build)
    guard runs.count > 1 else { return summaries.first ?? "" }
    let kinds = summaries.reduce(into: [(summary: String, count: Int)]()) { kinds, summary in
      if let index = kinds.firstIndex(where: { $0.summary == summary }) {
        kinds[index].count += 1
      } else {
        kinds.append((summary, 1))
      }
    }
    return kinds.map { "\($0.summary) in \(counted($0.count, "package"))" }.joined(separator: ", ")
  }

  var tests: String {
    let counts = runs.reduce(into: TestCounts()) { sum, run in
      sum.passed += run.tests.passed
      sum.failed += run.tests.failed
      sum.skipped += run.tests.skipped
    }
    let outcome = Self.ranked.first { ranked in runs.contains { $0.outcome == ranked.outcome } }
    let isShown = outcome.map { $0.outcome != .noTests || counts.total == 0 } ?? false
    guard counts.total > 0 else { return outcome?.label ?? "none run" }
    let flaky = runs.reduce(0) { $0 + $1.flaky.count }
    let summary =
      "\(counts.passed) passed\(flaky == 0 ? "" : " (\(flaky) flaky)"), \(counts.failed) failed, "
      + "\(counts.skipped) skipped"
    guard let outcome, isShown else { return summary }
    return "\(outcome.label) (\(summary))"
  }

  /// Outcomes that are shown besides the counts, the worst first.
  private static let ranked: [(outcome: TestRun.Outcome, label: String)] = [
    (.buildFailed, "not run"), (.couldNotRun, "not run"), (.crashed, "crashed"), (.timedOut, "timed out"),
    (.noTests, "none declared"),
  ]

  private static func build(_ run: TestRun) -> String {
    switch run.outcome {
    case .buildFailed: "failed"
    case .couldNotRun: "could not run"
    case .timedOut where run.cases.isEmpty: "timed out"
    default: "passed"
    }
  }
}

extension TestFailure {
  /// The result of the test on the base; `nil` if it is not known.
  var baseResult: String? { failsOnBase.map { $0 ? "fails on the base too" : "passes on the base" } }
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
  var verdictText: String {
    guard verdict == .findings, errorsInChange == 0 else { return verdict.text }
    // What was not found because a rule or linter was stopped fails the review as well.
    return failsBySuppressions ? "suppressions in the change" : "rules or linters did not finish"
  }

  /// Whether what the change suppresses fails the review, and no rule or linter was stopped.
  var failsBySuppressions: Bool {
    suppressions?.reasons.isEmpty == false && missingResults?.contains { $0.verdict == .findings } != true
  }

  /// The number of findings that fail the review.
  var errorsInChange: Int { findings.count { $0.severity == .error && $0.isInChange } }
}

extension Verdict {
  /// The verdict without regard to its reasons.
  var text: String {
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
