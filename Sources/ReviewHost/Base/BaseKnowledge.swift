// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Foundation
package import ReviewContract

/// What earlier reviews left of the commits of a base branch. Only the half that runs no code under review writes it.
package struct BaseKnowledge: Sendable {
  package let results: ResultCache
  package let coverages: CoverageCache
  package let history: CoverageHistory
  package let configuration: ReviewConfiguration
  package let now: @Sendable () -> Date

  package init(
    results: ResultCache, coverages: CoverageCache, history: CoverageHistory,
    configuration: ReviewConfiguration, now: @escaping @Sendable () -> Date
  ) {
    self.results = results
    self.coverages = coverages
    self.history = history
    self.configuration = configuration
    self.now = now
  }

  package func results(of commit: CommitID) -> [BaseResult] { results.results(of: commit, settings: testSettings) }

  /// What is known of the merge base, and then of the tip of the base.
  package func coverage(for workspace: Workspace) -> [CoverageSnapshot] {
    guard configuration.coverage.base != .off else { return [] }
    let commits = [workspace.mergeBase] + (workspace.base == workspace.mergeBase ? [] : [workspace.base])
    return commits.flatMap { coverages.coverage(of: $0, settings: coverageSettings) }
  }

  /// Whether it is worth to measure the whole project: to compare it, or to have it for others.
  package func wantsProject(of workspace: Workspace) -> Bool {
    let coverage = configuration.coverage
    if coverage.base == .run || coverage.project.target != .auto { return true }
    guard coverage.base != .off else { return false }
    return workspace.head == workspace.base || !self.coverage(for: workspace).isEmpty
  }

  /// Keeps what a review of a commit of the base branch came to.
  package func keep(_ base: ReviewResult, beside report: Report) -> Report {
    var report = report
    do {
      if configuration.tests.base != .off, let result = BaseResult(of: base.report, settings: testSettings) {
        try results.keep(result)
      }
      guard configuration.coverage.base != .off, let coverage = base.coverage else { return report }
      // What tests that failed left does not take the place of what passing ones did.
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
      report = report.noting("what the base came to could not be kept: \(String(systemError: error))")
    }
    return report
  }

  /// What of the configuration the results of tests depend on.
  private var testSettings: String { name(of: [configuration.build, configuration.tests]) }

  /// What of the configuration coverage depends on. How it is judged is not among it.
  private var coverageSettings: String {
    var build = configuration.build
    build.affectedOnly = false
    build.warnings = BuildSection().warnings
    var coverage = CoverageSection()
    coverage.exclude = configuration.coverage.exclude
    coverage.ignoreAutoclosuresOf = configuration.coverage.ignoreAutoclosuresOf
    coverage.excludeUnreachable = configuration.coverage.excludeUnreachable
    return name(of: [build, coverage, configuration.paths])
  }

  private func name(of sections: [any Encodable]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      let parts = try sections.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
      return Fingerprint.name(of: parts.joined(separator: "\n"))
    } catch {
      preconditionFailure("a configuration holds a value that JSON has no word for: \(error)")
    }
  }
}
