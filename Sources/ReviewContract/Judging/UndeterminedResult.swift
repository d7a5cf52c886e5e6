// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A result that a gate requires, and that a review could not determine.
///
/// A change could otherwise pass a gate by preventing its measurement. The table determines the verdict of a review with
/// such a result, and is printed in the documentation.
package enum UndeterminedResult: String, Sendable, CaseIterable {
  case stoppedRule, otherLinter, pullRequestRules, addedBaselineEntries
  case uncheckedFile
  case sources, committedFiles, mergedFiles
  case removedTests, existingFailures
  case patchCoverage, projectCoverage, unmeasuredCode, coverageOfFailedTests, coverageReport, baseCoverage

  /// One row of the table.
  package struct Row: Hashable, Sendable {
    /// What could not be determined.
    package let result: String
    /// When the result is required.
    package let gate: String
    /// How a change can cause it; `nil` if it cannot.
    package let cause: String?
    package let verdict: Verdict

    fileprivate init(_ result: String, gate: String, cause: String?, _ verdict: Verdict) {
      self.result = result
      self.gate = gate
      self.cause = cause
      self.verdict = verdict
    }
  }

  package var verdict: Verdict { row.verdict }

  package var row: Row {
    switch self {
    case .stoppedRule:
      Row(
        "A rule did not read a file to its end, for example because of the limit of a regular expression.",
        gate: "the rule has the severity `error`", cause: "text for which the rule takes too long", .findings)
    case .otherLinter:
      Row(
        "Another linter did not run, or its output could not be read to its end.",
        gate: "one of its findings could have the severity `error`",
        cause: "files or a configuration with which the linter fails", .findings)
    case .pullRequestRules:
      Row(
        "The rules about the pull request could not run.", gate: "always", cause: nil, .couldNotRun)
    case .addedBaselineEntries:
      Row(
        "The entries that the change adds to the baseline are unknown, because it could not be read.",
        gate: "`suppressions: fail`", cause: "a baseline that is too large, a link, or no baseline", .findings)
    case .uncheckedFile:
      Row(
        "A changed source that is part of a target was not checked.", gate: "`unchecked: fail`, the default",
        cause: "the content, name, mode or size of a file", .findings)
    case .sources:
      Row(
        "The compiled files differ from those that SwiftPM describes.", gate: "always",
        cause: "a manifest that returns other targets at each evaluation", .couldNotRun)
    case .committedFiles:
      Row("The checkout could not be compared with its commit.", gate: "always", cause: nil, .couldNotRun)
    case .mergedFiles:
      Row(
        "The result of the merge could not be written.", gate: "`checkout.test` is not `head`",
        cause: "files that the tests of the head leave behind", .couldNotRun)
    case .removedTests:
      Row(
        "The tests that the change removes are unknown: the base could not be built, or has several packages.",
        gate: "`tests.removed: fail`",
        cause: "a merge base that does not build, or tests that cannot be listed", .testsFailed)
    case .existingFailures:
      Row(
        "Whether a failed test also fails on the base is unknown.", gate: "`tests.existing_failures: pass`",
        cause: "a merge base that does not build", .testsFailed)
    case .patchCoverage:
      Row(
        "The coverage of the change was not measured.",
        gate: "a required target for the change or a path, or `coverage.unmeasured: fail`",
        cause: "tests that leave no coverage profile, or a damaged one", .coverage)
    case .projectCoverage:
      Row(
        "The coverage of the project was not measured.", gate: "a required `coverage.project` target",
        cause: "tests that leave no coverage profile, or a damaged one", .coverage)
    case .unmeasuredCode:
      Row(
        "Some of the changed code was not measured.",
        gate: "`coverage.unmeasured: fail`, or a required target if nothing else was measured",
        cause: "code that no test program contains, or code in `#if`", .coverage)
    case .coverageOfFailedTests:
      Row(
        "A target was not applied, because tests did not pass.",
        gate: "`coverage.if_tests_failed: skip`, and the failure of the tests does not fail the review",
        cause: "a failed test that is informational, or also fails on the base", .coverage)
    case .coverageReport:
      Row(
        "A coverage report of another machine could not be used.",
        gate: "a required target, or `coverage.unmeasured: fail`", cause: "tests that write into the report",
        .couldNotRun)
    case .baseCoverage:
      Row(
        "The coverage of the base, which is the target `auto`, is unknown.",
        gate: "a required target of `auto`, and `coverage.if_no_base: fail`, the default",
        cause: "a merge base that was not measured or does not build", .coverage)
    }
  }
}
