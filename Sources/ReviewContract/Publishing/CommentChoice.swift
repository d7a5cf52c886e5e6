// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The contents of the comment on a pull request, and the condition for it.
package struct CommentChoice: Hashable, Codable, Sendable {
  /// The condition for writing a comment. An existing one is always updated, so that it is never out of date.
  package enum When: String, Hashable, Codable, Sendable, CaseIterable {
    case always
    /// If there are defects to fix or to look at.
    case problems
    /// If there are problems, or the change has effects on the coverage.
    case changed
    case never
  }

  /// The collapsible sections.
  package enum Section: String, Hashable, Codable, Sendable, CaseIterable {
    case removedTests = "removed_tests"
    case build, tests, findings, files, coverage, output, notes
  }

  package enum Details: String, Hashable, Codable, Sendable, CaseIterable {
    case folded, open
  }

  package var when = When.always
  package var sections = Section.allCases
  package var details = Details.folded
  /// Where the page of the report is; `nil` where it has no address.
  package var reportURL: ReportURL?

  package init() {}
}

extension Report {
  /// Returns whether a comment that does not exist should be written.
  package func wantsComment(_ when: CommentChoice.When) -> Bool {
    switch when {
    case .always: true
    case .problems: hasProblems
    case .changed: hasProblems || changesCoverage
    case .never: false
    }
  }

  private var hasProblems: Bool {
    !verdict.isPassing || informational?.isEmpty == false || findings.contains(where: \.isShown)
      || runs.contains { !$0.flaky.isEmpty || !$0.failures.isEmpty } || (removedTests?.count ?? 0) > 0
      || suppressions != nil
  }

  private var changesCoverage: Bool {
    guard let coverage else { return false }
    if coverage.files.contains(where: { !$0.missedLines.isEmpty }) || coverage.indirect != nil { return true }
    guard let project = coverage.project, let base = project.adjustedBase else { return false }
    return project.counts.percentage(partials: coverage.partials) != base.percentage(partials: coverage.partials)
  }
}
