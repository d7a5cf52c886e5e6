// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a review of a workspace came to.
package struct ReviewResult: Sendable {
  package var report: Report
  /// The coverage of the whole project, where that was asked for and could be measured.
  package let coverage: CoverageSnapshot?

  package init(report: Report, coverage: CoverageSnapshot?) {
    self.report = report
    self.coverage = coverage
  }
}
