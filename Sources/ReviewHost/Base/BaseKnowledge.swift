// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Findings
package import Foundation
package import ReviewContract
package import TestHistory

/// Cached results of reviews of a base branch's commits. Only the host writes them, which runs no code under review.
package struct BaseKnowledge: Sendable {
  package let results: ResultCache
  package let coverages: CoverageCache
  package let history: CoverageHistory
  package let configuration: ReviewConfiguration
  /// Whether coverage reports are merged into the coverage, which is then not that of the review's own tests.
  package var hasReports = false
  package let tests: TestMemory
  package let flips: FlipMemory
  package let now: @Sendable () -> Date

  /// The cached test results of a commit for the current configuration, at most one for each toolchain.
  package func results(of commit: CommitID) -> [BaseResult] { results.results(of: commit, settings: testSettings) }

  /// The cached coverage of the merge base, followed by that of the base's tip.
  package func coverage(for workspace: Workspace) -> [CoverageSnapshot] {
    guard configuration.coverage.base != .off else { return [] }
    let commits = [workspace.mergeBase] + (workspace.base == workspace.mergeBase ? [] : [workspace.base])
    return commits.flatMap { coverages.coverage(of: $0, settings: coverageSettings) }
  }

  /// Compares a measurement of a base branch's commit with the cached ones, and remembers the lines that differ. Call it
  /// before ``keep(_:beside:)``.
  ///
  /// - Parameter workspace: of the review of the base.
  /// - Returns: sentences about lines that are not remembered.
  package func rememberFlips(of base: ReviewResult, in workspace: Workspace) -> [String] {
    guard configuration.coverage.base != .off, let coverage = base.coverage else { return [] }
    let texts = CommitTexts(workspace)
    return coverages.coverage(of: coverage.commit, settings: coverageSettings).compactMap { earlier in
      do {
        return try flips.compare(earlier, coverage, texts)
      } catch {
        return "cannot remember lines whose coverage differs between runs: \(error)"
      }
    }
  }

  /// Whether to measure the coverage of the whole project, even if the base's is not known.
  package var wantsProject: Bool {
    configuration.coverage.base != .off || configuration.coverage.project.target != .auto
  }

  /// Caches the result of a review of a base branch's commit.
  ///
  /// - Parameter report: the report of the pull request.
  /// - Returns: `report`, with a note if the result cannot be cached.
  package func keep(_ base: ReviewResult, beside report: Report) -> Report {
    var report = report
    do {
      try tests.keep(base, of: nil, configuration)
      if configuration.tests.base != .off, let result = BaseResult(of: base.report, settings: testSettings) {
        try results.keep(result)
      }
      guard configuration.coverage.base != .off, let coverage = base.coverage else { return report }
      // Coverage of failed tests does not replace coverage of passed tests.
      let isKnown = coverages.coverage(of: coverage.commit, settings: coverageSettings).contains {
        $0.toolchain == coverage.toolchain && $0.testsPassed
      }
      guard coverage.testsPassed || !isKnown else { return report }
      try coverages.keep(coverage, settings: coverageSettings)
      let patch = base.report.coverage.map(\.counts).flatMap { $0.measurable > 0 ? $0 : nil }
      try history.append(
        CoverageHistory.Entry(
          commit: coverage.commit, time: now(), project: coverage.counts, patch: patch,
          testsPassed: coverage.testsPassed))
    } catch {
      report = report.noting("cannot cache the result of the base: \(String(systemError: error))")
    }
    return report
  }

  /// A digest of the configuration that test results depend on.
  private var testSettings: String {
    var tests = configuration.tests
    // A kept result is of all test targets.
    tests.select = .all
    return name(of: [configuration.build, tests])
  }

  /// A digest of the configuration that coverage depends on, without targets and thresholds.
  private var coverageSettings: String {
    var build = configuration.build
    build.affectedOnly = false
    build.warnings = .change
    var coverage = PatchPolicy.standard
    coverage.excluded = configuration.coverage.excluded
    coverage.classification = configuration.coverage.classification
    return name(
      of: [build, coverage, configuration.paths, configuration.tests.runs] + (hasReports ? ["with reports"] : []))
  }

  private func name(of sections: [any Encodable]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      let parts = try sections.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
      return Fingerprint.name(of: parts.joined(separator: "\n"))
    } catch {
      preconditionFailure("cannot encode the configuration as JSON: \(error)")
    }
  }
}
