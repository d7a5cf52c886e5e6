// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Holds what was measured against what the configuration asks for.
///
/// The half that runs no code under review judges again what the other half measured, when the base is known.
struct CoverageJudge: Sendable {
  let policy: PatchPolicy
  /// Whether all tests ran and none failed.
  let testsPassed: Bool

  /// - Parameter base: the base's lines, which targets of `auto` compare with.
  func judge(_ coverage: PatchCoverage, base: LineCounts?) -> PatchCoverage {
    var coverage = coverage
    let ruling = self.ruling(coverage, base: base)
    coverage.gate = ruling.gate
    coverage.gateReason = ruling.reason
    let goals = [policy.goal] + policy.paths.map(\.goal)
    coverage.base = goals.contains { $0.target == .auto } ? base : nil
    let paths = policy.paths.map { path($0, in: coverage, base: base) }
    coverage.paths = paths.isEmpty ? nil : paths
    coverage.project = coverage.project.map(project)
    return coverage
  }

  private func ruling(_ coverage: PatchCoverage, base: LineCounts?) -> CoverageGate.Ruling {
    let ruling = gate(policy.goal, minimumLines: policy.minimumLines)
      .judge(coverage.counts, base: base, testsPassed: testsPassed)
    let isIncomplete = coverage.unmeasured.contains { $0.couldBeMeasured == true }
    guard policy.unmeasured == .fail, isIncomplete, ruling.gate != .failed else { return ruling }
    return CoverageGate.Ruling(.failed, .unmeasuredFiles)
  }

  private func path(_ path: PathGoal, in coverage: PatchCoverage, base: LineCounts?) -> PathCoverage {
    let files = coverage.files.filter { file in path.paths.contains { $0.matches(file.path) } }
    let counts = files.reduce(LineCounts()) { $0 + $1.counts }
    let ruling = gate(path.goal, minimumLines: policy.minimumLines).judge(counts, base: base, testsPassed: testsPassed)
    return PathCoverage(
      patterns: path.paths.map(\.pattern), counts: counts, target: path.goal.target.words, gate: ruling.gate,
      gateReason: ruling.reason)
  }

  private func project(_ project: ProjectCoverage) -> ProjectCoverage {
    let ruling = gate(policy.project, minimumLines: 0)
      .judge(project.counts, base: project.adjustedBase, testsPassed: testsPassed)
    return ProjectCoverage(
      counts: project.counts, base: project.base, adjustedBase: project.adjustedBase,
      target: policy.project.target.words, gate: ruling.gate, gateReason: ruling.reason,
      unlinkedFiles: project.unlinkedFiles)
  }

  private func gate(_ goal: CoverageGoal, minimumLines: Int) -> CoverageGate {
    CoverageGate(
      goal: goal, partials: policy.partials, minimumLines: minimumLines, ifTestsFailed: policy.ifTestsFailed,
      ifNoBase: policy.ifNoBase)
  }
}
