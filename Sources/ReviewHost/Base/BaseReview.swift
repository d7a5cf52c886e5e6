// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Foundation
package import ReviewContract
import WorkerProtocol

/// What is known of the base, or can be found out, beside a review.
package struct BaseReview: Sendable {
  package let knowledge: BaseKnowledge
  package let configuration: ReviewConfiguration

  package init(knowledge: BaseKnowledge, configuration: ReviewConfiguration) {
    self.knowledge = knowledge
    self.configuration = configuration
  }

  /// Marks what failed on the base as well, and compares the coverage. A review of a commit that is itself the tip of its
  /// base is kept for others.
  ///
  /// - Parameter review: reviews the commit at the tip of the base with the given configuration.
  package func compare(
    _ reviewed: ReviewResult, in workspace: Workspace, review: (ReviewConfiguration) async throws -> ReviewResult
  ) async -> Report {
    guard reviewed.report.head != reviewed.report.base else { return knowledge.keep(reviewed, beside: reviewed.report) }
    var report = reviewed.report
    if needsTests(report) || needsCoverage(reviewed, in: workspace) {
      do {
        var whole = configuration
        // The base changes nothing, so that nothing of it would be affected.
        whole.build.affectedOnly = false
        let base = try await review(whole)
        report =
          base.report.head == report.base
          ? knowledge.keep(base, beside: report)
          : report.noting("the base moved to \(base.report.head.short) meanwhile, so that it was not compared with")
      } catch {
        // The review itself is done: what is not known of the base is only not said.
        report = report.noting("the base could not be tested: \(error)")
      }
    }
    let existing = configuration.tests.existingFailures
    if let head = reviewed.coverage {
      let kept = knowledge.coverage(for: workspace)
      let comparison = CoverageComparison(
        head: head, kept: kept, changes: workspace.changes, mergeBase: workspace.mergeBase)
      report = report.compared(with: comparison, policy: configuration.reviewSettings.coverage, existing: existing)
      if comparison == nil, !kept.isEmpty {
        report = report.noting("the coverage of the base is that of another compiler, so that it was not compared with")
      }
    }
    guard configuration.tests.base != .off else { return report }
    return report.compared(with: knowledge.results(of: report.base), existing: existing)
  }

  private func needsTests(_ report: Report) -> Bool {
    let toolchains = Set(report.runs.map(\.toolchain))
    return configuration.tests.base == .run && report.hasFailures
      && !knowledge.results(of: report.base).contains { toolchains.contains($0.toolchain) }
  }

  private func needsCoverage(_ reviewed: ReviewResult, in workspace: Workspace) -> Bool {
    guard configuration.coverage.base == .run, let head = reviewed.coverage else { return false }
    guard !knowledge.coverage(for: workspace).contains(where: { $0.toolchain == head.toolchain }) else { return false }
    // A base that is known not to build has no coverage the next time either.
    return !knowledge.results(of: workspace.base).contains { result in
      result.toolchain == head.toolchain
        && result.packages.allSatisfy { [.buildFailed, .noTests].contains($0.outcome) }
    }
  }
}

extension PullRequest {
  /// A request to merge the base's tip into itself: what it comes to is what the base comes to.
  package var ofItsBase: PullRequest {
    PullRequest(
      repository: repository, number: number, title: "", author: nil, url: nil, state: .open, isDraft: false, head: nil,
      headRef: "", baseBranch: baseBranch, isFromFork: false)
  }
}
