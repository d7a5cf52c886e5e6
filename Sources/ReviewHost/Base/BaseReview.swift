// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Findings
import Foundation
package import ReviewContract

/// Compares a review with its base, from the cache or from a review of the base.
package struct BaseReview: Sendable {
  package let knowledge: BaseKnowledge
  package let configuration: ReviewConfiguration

  /// Marks failures that also occur on the base, and compares the coverage. A review of the base's own tip is cached
  /// for later reviews.
  ///
  /// A failed review of the base is a note in the report, not an error.
  ///
  /// - Parameter review: reviews the base's tip with the given configuration; called only if the cache lacks a result.
  package func compare(
    _ reviewed: ReviewResult, in workspace: Workspace, review: (ReviewConfiguration) async throws -> ReviewResult
  ) async -> Report {
    guard reviewed.report.head != reviewed.report.base else { return knowledge.keep(reviewed, beside: reviewed.report) }
    var report = reviewed.report
    if needsTests(report) || needsCoverage(reviewed, in: workspace) {
      do {
        var whole = configuration
        // The base has no changes, so no package of it would count as affected.
        whole.build.affectedOnly = false
        let base = try await review(whole)
        report =
          base.report.head == report.base
          ? knowledge.keep(base, beside: report)
          : report.noting("the base moved to \(base.report.head.short) during the review and was not compared")
      } catch {
        // The review of the head is complete; it is only not compared.
        report = report.noting("cannot test the base: \(String(systemError: error))")
      }
    }
    let existing = configuration.tests.existingFailures
    let informational = configuration.informational.parts
    if let head = reviewed.coverage {
      let kept = knowledge.coverage(for: workspace)
      var comparison = CoverageComparison(
        head: head, kept: kept, changes: workspace.changes, mergeBase: workspace.mergeBase)
      if let base = comparison?.base { comparison?.flipped = knowledge.flips.lines(of: base, and: head, in: workspace) }
      report = report.compared(
        with: comparison, policy: configuration.coverage, existing: existing, informational: informational)
      if comparison == nil, !kept.isEmpty {
        report = report.noting("the coverage of the base was measured with another compiler and was not compared")
      }
    }
    guard configuration.tests.base != .off else { return report }
    return report.compared(with: knowledge.results(of: report.base), existing: existing, informational: informational)
  }

  private func needsTests(_ report: Report) -> Bool {
    let toolchains = Set(report.runs.map(\.toolchain))
    return configuration.tests.base == .run && report.hasFailures
      && !knowledge.results(of: report.base).contains { toolchains.contains($0.toolchain) }
  }

  private func needsCoverage(_ reviewed: ReviewResult, in workspace: Workspace) -> Bool {
    guard configuration.coverage.base == .run, !knowledge.hasReports, let head = reviewed.coverage else { return false }
    guard !knowledge.coverage(for: workspace).contains(where: { $0.toolchain == head.toolchain }) else { return false }
    // A base that is known not to build cannot be measured by another attempt either.
    return !knowledge.results(of: workspace.base).contains { result in
      result.toolchain == head.toolchain
        && result.packages.allSatisfy { [.buildFailed, .noTests].contains($0.outcome) }
    }
  }
}

extension PullRequest {
  /// A pull request that merges the base's tip into itself: its review is a review of the base.
  package var ofItsBase: PullRequest {
    PullRequest(
      repository: repository, number: number, title: "", author: nil, url: nil, state: .open, isDraft: false, head: nil,
      headRef: "", baseBranch: baseBranch, isFromFork: false)
  }
}

/// Distinguishes failures that a change introduces from failures that exist on the base.
package struct BaseComparison: Sendable {
  package let base: BaseResult

  /// The run with `failsOnBase` set for each failure; `nil` where the base's result is missing or incomplete.
  package func marked(_ run: TestRun) -> TestRun {
    guard let package = package(of: run) else { return run }
    let failed = Set(package.failed)
    // A test is known to pass on the base only if the base ran all its tests and lists all its failures.
    let isWhole = [.passed, .testsFailed, .noTests].contains(package.outcome) && package.unlisted == 0
    var run = run
    for index in run.failures.indices {
      let isThere = failed.contains(run.failures[index].id)
      run.failures[index].failsOnBase = isThere ? true : isWhole ? false : nil
    }
    return run
  }

  /// Notes for the report on failures and missing tests that concern a whole package.
  package func notes(on runs: [TestRun]) -> [String] {
    runs.compactMap { run in
      guard let package = package(of: run) else { return nil }
      let place = package.package.isEmpty ? "" : " in `\(package.package)`"
      switch package.outcome {
      case .buildFailed where run.outcome == .buildFailed: return "the base does not build either\(place)"
      case .crashed where run.outcome == .crashed: return "a test process crashed on the base too\(place)"
      case .timedOut where run.outcome == .timedOut: return "the base timed out too\(place)"
      case .passed, .testsFailed:
        guard run.side == .head, run.outcome != .buildFailed, run.reused == nil, run.tests.total < package.total else {
          return nil
        }
        return "fewer tests ran than on the base\(place): \(run.tests.total) instead of \(package.total)"
      default: return nil
      }
    }
  }

  private func package(of run: TestRun) -> BaseResult.Package? {
    guard run.toolchain == base.toolchain else { return nil }
    return base.packages.first { $0.package == run.package }
  }
}

extension Report {
  /// Whether a run failed in a way that can be compared with the base.
  package var hasFailures: Bool {
    runs.contains { [.testsFailed, .crashed, .timedOut, .buildFailed].contains($0.outcome) }
  }

  /// The report with failures that also occur on the base marked, and a new verdict.
  ///
  /// Only the host calls this: the code under review must not be able to change the base's result.
  package func compared(
    with results: [BaseResult], existing: ExistingFailures, informational: Set<ReviewPart> = []
  ) -> Report {
    // The base may have a result for each of several toolchains.
    let toolchains = Set(runs.map(\.toolchain))
    guard let base = results.first(where: { toolchains.contains($0.toolchain) && $0.commit == self.base }) else {
      return self
    }
    let comparison = BaseComparison(base: base)
    let marked = runs.map { comparison.marked($0) }
    var notes = comparison.notes(on: marked)
    if existing == .pass, marked.contains(where: { $0.isExcused(existing) }) {
      notes.append("tests that also fail on the base do not count as failed")
    }
    return with(judgement(runs: marked, coverage, existing, informational), runs: marked, coverage: coverage)
      .adding(notes: notes)
  }

  /// The report with its coverage compared with that of the base, and a new verdict.
  ///
  /// - Parameter comparison: `nil` if there is no comparable coverage of the base.
  package func compared(
    with comparison: CoverageComparison?, policy: PatchPolicy, existing: ExistingFailures,
    informational: Set<ReviewPart> = []
  ) -> Report {
    guard var coverage else { return self }
    if let comparison { coverage = comparison.added(to: coverage, notesLimits: policy.hasAnyGate) }
    let side = Self.measuredSide(runs)
    let testsPassed = runs.allSatisfy { $0.side != side || [.passed, .noTests].contains($0.outcome) }
    coverage = CoverageJudge(policy: policy, testsPassed: testsPassed).judge(coverage, base: comparison?.baseCounts)
    return with(judgement(runs: runs, coverage, existing, informational), runs: runs, coverage: coverage)
  }

  /// Coverage is measured on the head, or on the merge if only the merge was tested.
  static func measuredSide(_ runs: [TestRun]) -> CheckoutSide { runs.contains { $0.side == .head } ? .head : .merge }

  private func judgement(
    runs: [TestRun], _ coverage: PatchCoverage?, _ existing: ExistingFailures, _ informational: Set<ReviewPart>
  ) -> VerdictJudge.Judgement {
    var evidence = Evidence(self, existing: existing, informational: informational)
    evidence.runs = runs
    evidence.coverage = coverage
    return VerdictJudge.judge(evidence)
  }

  /// The report with other evidence, and a new verdict.
  func judged(
    runs: [TestRun], coverage: PatchCoverage?, findings: [Finding], _ configuration: ReviewConfiguration
  ) -> Report {
    let existing = configuration.tests.existingFailures
    var evidence = Evidence(self, existing: existing, informational: configuration.informational.parts)
    evidence.runs = runs
    evidence.coverage = coverage
    evidence.findings = findings
    return with(VerdictJudge.judge(evidence), runs: runs, coverage: coverage, findings: findings)
  }

  /// The report with one more note, which does not change the verdict.
  package func noting(_ note: String) -> Report {
    adding(notes: [note])
  }
}
