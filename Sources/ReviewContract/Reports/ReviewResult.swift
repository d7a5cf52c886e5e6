// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The result of a review of a workspace.
package struct ReviewResult: Sendable {
  package var report: Report
  /// The coverage of the whole project; `nil` if it was not requested or could not be measured.
  package let coverage: CoverageSnapshot?
  /// The results of all tests; `nil` if none ran.
  package let tests: TestResultTable?
  /// Why the builds and tests can depend on the documents of the repository; `nil` if they do not.
  package let documentObstacle: String?

  package init(
    report: Report, coverage: CoverageSnapshot?, tests: TestResultTable? = nil,
    documentObstacle: String? = "nothing was tested"
  ) {
    self.documentObstacle = documentObstacle
    self.tests = tests
    self.report = report
    self.coverage = coverage
  }
}
