// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Findings
import Foundation
package import ReviewContract
import WorkerProtocol

/// Compares a review with its base, from the cache or from a review of the base.
package struct BaseReview: Sendable {
  package let knowledge: BaseKnowledge
  package let configuration: ReviewConfiguration

  package init(knowledge: BaseKnowledge, configuration: ReviewConfiguration) {
    self.knowledge = knowledge
    self.configuration = configuration
  }

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
      let comparison = CoverageComparison(
        head: head, kept: kept, changes: workspace.changes, mergeBase: workspace.mergeBase)
      report = report.compared(
        with: comparison, policy: configuration.patchPolicy, existing: existing, informational: informational)
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
