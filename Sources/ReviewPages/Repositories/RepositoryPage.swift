// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import Reporting
import ReviewContract
import TestHistory

/// What is known of a branch: its tests, their times, and the coverage.
struct BranchFacts: Sendable {
  struct Key: Hashable, Sendable {
    let repository: String
    let branch: String
  }

  /// The other branches with facts, and this one.
  let branches: [String]
  let branch: String
  let tests: TestOverview
  let coverage: [CoverageHistory.Entry]
  /// Of the latest commit whose coverage is stored.
  let snapshot: CoverageSnapshot?
  /// Sentences about records that could not be read.
  let unreadable: [String]
}

/// The tests and the coverage of a repository's branch.
struct RepositoryPage: Sendable {
  struct Branch: Sendable {
    let name: String
    /// `nil` for the shown one.
    let page: String?
  }

  /// The most commits of a curve.
  private static let mostPoints = 200

  let branches: [Branch]
  let forgePage: String?
  let last: String?
  let isEmpty: Bool
  let unreadable: [String]
  let coveragePlotHTML: HTML
  let durationPlotHTML: HTML
  let tests: TestTables
  let folderHTML: HTML

  init(
    _ facts: BranchFacts, forge: String?, tests: TestTables, folder: HTML, page: (_ branch: String) -> String
  ) {
    branches = facts.branches.map { Branch(name: $0, page: $0 == facts.branch ? nil : page($0)) }
    forgePage = forge
    let run = facts.tests.runs.last
    last = run.map { run in
      "\(run.tests) tests, \(run.failures) failed, at \(run.run.commit.short) on \(FailureHistory.day(run.run.time))"
    }
    isEmpty = run == nil && facts.coverage.isEmpty && facts.unreadable.isEmpty
    unreadable = facts.unreadable
    coveragePlotHTML =
      facts.coverage.isEmpty
      ? ""
      : CoverageTrend(
        repository: "the project", branch: facts.branch, points: Array(facts.coverage.suffix(Self.mostPoints))
      ).plot.element
    durationPlotHTML = run == nil ? "" : facts.tests.runs.durations(of: facts.branch).element
    self.tests = tests
    folderHTML = folder
  }
}
