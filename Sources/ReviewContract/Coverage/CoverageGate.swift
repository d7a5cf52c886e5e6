// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Compares a share of covered lines with a goal. Deterministic: the same counts always result in the same ruling.
struct CoverageGate: Sendable {
  let goal: CoverageGoal
  let partials: PartialLines
  /// The minimum number of measurable lines for the goal to apply.
  var minimumLines = 0
  var ifTestsFailed = FailedTestsCoverage.skip
  var ifNoBase = MissingBase.fail

  struct Ruling: Hashable, Sendable {
    let gate: PatchCoverage.Gate
    /// The reason why the goal was not applied, or failed in spite of the number.
    let reason: GateReason?

    init(_ gate: PatchCoverage.Gate, _ reason: GateReason? = nil) {
      self.gate = gate
      self.reason = reason
    }
  }

  /// - Parameters:
  ///   - base: the counts of the base that a target of `auto` compares with; `nil` if they are unknown.
  ///   - testsPassed: whether all tests ran and none failed.
  func judge(_ counts: LineCounts, base: LineCounts?, testsPassed: Bool) -> Ruling {
    if goal.isInformational { return Ruling(.informational) }
    // A complete share always passes, independently of the size of the change and the result of the tests.
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

/// The reason why a goal was not applied, or failed in spite of the number.
package enum GateReason: String, Codable, Sendable {
  case testsFailed, fewLines, noBase, unmeasuredFiles
}

/// The target for a share of covered lines, and whether missing it fails the review.
package struct CoverageGoal: Hashable, Codable, Sendable {
  package var target: CoverageTarget
  /// The permitted distance below the target, in percentage points.
  package var threshold: PercentTarget?
  package var informational: InformationalChoice

  package init(
    target: CoverageTarget = .auto, threshold: PercentTarget? = nil, informational: InformationalChoice = .auto
  ) {
    self.target = target
    self.threshold = threshold
    self.informational = informational
  }

  /// Whether missing the target does not fail the review.
  package var isInformational: Bool {
    switch informational {
    case .always: true
    case .never: false
    case .auto: target == .auto
    }
  }
}

/// Whether a share of covered lines is informational.
package enum InformationalChoice: String, Codable, Sendable, CaseIterable {
  /// Informational with a target of `auto`, required with a number.
  case auto
  case always = "true"
  case never = "false"
}

/// The share of the measurable lines that tests have to cover.
package enum CoverageTarget: Hashable, Sendable, CustomStringConvertible {
  /// The share of the base.
  case auto
  case percent(PercentTarget)

  package var description: String {
    switch self {
    case .auto: "auto"
    case .percent(let target): target.description
    }
  }
}

extension CoverageTarget: RawRepresentable, Codable {
  package init?(rawValue: String) {
    guard let target = rawValue == "auto" ? .auto : PercentTarget(rawValue).map(Self.percent) else { return nil }
    self = target
  }

  package var rawValue: String { description }
}

/// A goal for some of the files.
package struct PathGoal: Hashable, Codable, Sendable {
  package var paths: [Glob]
  package var goal: CoverageGoal

  package init(paths: [Glob] = [], goal: CoverageGoal = CoverageGoal()) {
    self.paths = paths
    self.goal = goal
  }
}
