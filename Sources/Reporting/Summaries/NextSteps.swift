// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The steps needed for a review to pass. Without text of the pull request.
enum NextSteps {
  /// Returns a sentence; `nil` for a review that passed.
  static func text(_ report: Report) -> String? {
    switch report.verdict {
    case .passed, .noTests: nil
    case .superseded: "Nothing to do: a newer push is reviewed instead."
    case .couldNotRun: "Nothing to fix in the change: the review itself has to be repeated."
    case .conflict: "Resolve the conflicts with the base."
    case .buildFailed: "Make the change build."
    case .timedOut: "Reduce the running time, or raise the timeout in the configuration."
    case .crashed: "Fix the crash of the tests."
    case .testsFailed: fix(failedTests(report), "failed test", otherwise: "Make the tests pass.")
    case .findings:
      fix(
        report.errorsInChange, "style error",
        otherwise: report.uncheckedErrors != nil
          ? "Change what was not checked as its reason says, or add it to paths.exclude in the base's .reviewbot.yml."
          : report.failsBySuppressions
            ? "Remove the suppressions, or have them permitted in the base's configuration."
            : "Correct the rules and linters that did not finish.")
    case .coverage: missing(report)
    }
  }

  private static func fix(_ count: Int, _ noun: String, otherwise: String = "") -> String {
    count == 0 ? otherwise : "Fix \(counted(count, noun))."
  }

  /// Returns the number of failed tests, without those that fail on the base as well or are in quarantine.
  private static func failedTests(_ report: Report) -> Int {
    Set(report.runs.flatMap(\.failures).filter { !$0.isKnown }.map(\.id)).count
  }

  private static func missing(_ report: Report) -> String {
    let lines = report.coverage.map { $0.files.reduce(0) { $0 + $1.missedLines.count } } ?? 0
    return lines == 0
      ? "Test more of the project." : "Add tests for the \(counted(lines, "changed line")) that did not run."
  }
}

/// A share as a row of ten blocks.
enum TextBar {
  private static let width = 10

  /// Returns the bar, rounded down, so that only 100 % is full; `nil` without measurable lines.
  static func text(_ counts: LineCounts, _ partials: PartialLines) -> String? {
    guard counts.measurable > 0 else { return nil }
    let covered =
      switch partials {
      case .covered: counts.covered + counts.partial
      case .missed: counts.covered
      case .half: counts.covered + counts.partial / 2
      }
    let full = max(0, min(width, covered * width / counts.measurable))
    return String(repeating: "▰", count: full) + String(repeating: "▱", count: width - full)
  }
}
