// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The rules for counting coverage, and its targets.
package struct PatchPolicy: Hashable, Sendable {
  /// The goal for the changed lines.
  package var goal: CoverageGoal
  /// The goals for the changed lines of some files.
  package var paths: [PathGoal]
  /// The goal for all lines.
  package var project: CoverageGoal
  package var base: BaseCoverage
  package var ifNoBase: MissingBase
  package var ifTestsFailed: FailedTestsCoverage
  package var partials: PartialLines
  /// The minimum number of measurable lines for the target to apply; with fewer, coverage is only reported.
  package var minimumLines: Int
  /// Files whose coverage does not count; the report lists them.
  package var excluded: [Glob]
  /// Generated files: their coverage does not count either.
  package var generated: [Glob]
  /// Files that are not reviewed.
  package var ignored: [Glob]
  /// Whether lines that were only moved or re-indented count.
  package var moved: MovedLineCounting
  package var unmeasured: UnmeasuredFiles
  package var classification: ClassificationRules

  package init(
    goal: CoverageGoal = CoverageGoal(), paths: [PathGoal] = [],
    project: CoverageGoal = CoverageGoal(informational: .always), base: BaseCoverage = .cached,
    ifNoBase: MissingBase = .fail, ifTestsFailed: FailedTestsCoverage = .skip, partials: PartialLines = .covered,
    minimumLines: Int = 5, excluded: [Glob] = [], generated: [Glob] = [], ignored: [Glob] = [],
    moved: MovedLineCounting = .exclude,
    unmeasured: UnmeasuredFiles = .note, classification: ClassificationRules = .standard
  ) {
    self.goal = goal
    self.paths = paths
    self.project = project
    self.base = base
    self.ifNoBase = ifNoBase
    self.ifTestsFailed = ifTestsFailed
    self.partials = partials
    self.minimumLines = minimumLines
    self.excluded = excluded
    self.generated = generated
    self.ignored = ignored
    self.moved = moved
    self.unmeasured = unmeasured
    self.classification = classification
  }

  /// Whether there is a target that fails without a measurement.
  package var hasGate: Bool { !goal.isInformational || paths.contains { !$0.goal.isInformational } }

  /// Whether the project has a target that fails without a measurement.
  package var hasProjectGate: Bool { !project.isInformational && (project.target != .auto || ifNoBase == .fail) }
}

extension CoverageTarget {
  /// The text in reports: `80 %` or `auto`.
  package var words: String {
    switch self {
    case .auto: "auto"
    case .percent(let target): "\(target) %"
    }
  }
}
