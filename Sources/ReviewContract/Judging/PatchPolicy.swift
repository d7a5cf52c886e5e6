// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The rules for counting coverage, and its targets: the section `coverage` of a configuration.
package struct PatchPolicy: Hashable, Codable, Sendable {
  package static let standard = PatchPolicy()

  /// The goal for the changed lines.
  package var goal = CoverageGoal()
  /// The goals for the changed lines of some files.
  package var paths: [PathGoal] = []
  /// The goal for all lines.
  package var project = CoverageGoal(informational: .always)
  package var base = BaseCoverage.cached
  package var ifNoBase = MissingBase.fail
  package var ifTestsFailed = FailedTestsCoverage.skip
  package var partials = PartialLines.covered
  /// The minimum number of measurable lines for the target to apply; with fewer, coverage is only reported.
  package var minimumLines = 5
  /// Files whose coverage does not count; the report lists them.
  package var excluded: [Glob] = []
  /// Whether lines that were only moved or re-indented count.
  package var moved = MovedLineCounting.exclude
  package var unmeasured = UnmeasuredFiles.note
  package var classification = ClassificationRules.standard

  /// Whether there is a target that fails without a measurement.
  package var hasGate: Bool { !goal.isInformational || paths.contains { !$0.goal.isInformational } }

  /// Whether the project has a target that fails without a measurement.
  package var hasProjectGate: Bool { !project.isInformational && (project.target != .auto || ifNoBase == .fail) }

  /// Whether any number can fail the review. Otherwise the limits of the measurement need no action.
  package var hasAnyGate: Bool { hasGate || !project.isInformational || unmeasured == .fail }
}

extension CoverageTarget {
  /// The text in reports: `80 %` or `auto`.
  package var text: String {
    switch self {
    case .auto: "auto"
    case .percent(let target): "\(target) %"
    }
  }
}
