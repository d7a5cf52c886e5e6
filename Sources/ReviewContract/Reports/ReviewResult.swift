// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The result of a review of a workspace.
package struct ReviewResult: Sendable {
  package var report: Report
  /// The coverage of the whole project; `nil` if it was not requested or could not be measured.
  package let coverage: CoverageSnapshot?
  /// The results of all tests; `nil` if none ran.
  package let tests: TestResultTable?

  package init(report: Report, coverage: CoverageSnapshot?, tests: TestResultTable? = nil) {
    self.tests = tests
    self.report = report
    self.coverage = coverage
  }
}
