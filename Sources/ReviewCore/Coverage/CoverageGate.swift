// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Decides whether a share of covered lines is enough. The same counts always give the same ruling.
package struct CoverageGate: Sendable {
  package let goal: CoverageGoal
  package let partials: PartialLines
  /// With fewer measurable lines the goal is not applied.
  package let minimumLines: Int
  package let ifTestsFailed: FailedTestsCoverage
  package let ifNoBase: MissingBase

  package init(
    goal: CoverageGoal, partials: PartialLines, minimumLines: Int = 0, ifTestsFailed: FailedTestsCoverage = .skip,
    ifNoBase: MissingBase = .pass
  ) {
    self.goal = goal
    self.partials = partials
    self.minimumLines = minimumLines
    self.ifTestsFailed = ifTestsFailed
    self.ifNoBase = ifNoBase
  }

  package struct Ruling: Hashable, Sendable {
    package let gate: PatchCoverage.Gate
    /// Why the goal was not applied, or what else made it fail.
    package let reason: GateReason?

    package init(_ gate: PatchCoverage.Gate, _ reason: GateReason? = nil) {
      self.gate = gate
      self.reason = reason
    }
  }

  /// - Parameters:
  ///   - base: the lines of the base that a target of `auto` compares with, where they are known.
  ///   - testsPassed: whether all tests ran and none failed.
  package func judge(_ counts: LineCounts, base: LineCounts?, testsPassed: Bool) -> Ruling {
    if goal.isInformational { return Ruling(.informational) }
    // Nothing missed always passes, however small the change and whatever the tests did.
    let share = counts.percentage(partials: partials)
    if share.isComplete { return Ruling(.passed) }
    if !testsPassed, ifTestsFailed == .skip { return Ruling(.skipped, .testsFailed) }
    if counts.measurable < minimumLines { return Ruling(.skipped, .fewLines) }
    switch goal.target {
    case .percent(let target): return Ruling(share.reaches(target, lessBy: goal.threshold) ? .passed : .failed)
    case .auto:
      guard let base else { return Ruling(ifNoBase == .pass ? .skipped : .failed, .noBase) }
      let isReached = share.reaches(base.percentage(partials: partials), lessBy: goal.threshold)
      return Ruling(isReached ? .passed : .failed)
    }
  }
}

/// Why a goal was not applied, or failed for another reason than the number.
package enum GateReason: String, Codable, Sendable {
  case testsFailed, fewLines, noBase, unmeasuredFiles
}
