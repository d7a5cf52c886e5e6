// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// How coverage is counted and what it is held against.
package struct PatchPolicy: Hashable, Sendable {
  /// Of the changed lines.
  package var goal: CoverageGoal
  /// Of the changed lines of some files.
  package var paths: [PathGoal]
  /// Of all lines.
  package var project: CoverageGoal
  package var base: BaseCoverage
  package var ifNoBase: MissingBase
  package var ifTestsFailed: FailedTestsCoverage
  package var partials: PartialLines
  /// With fewer measurable lines the number is shown but not held against the target.
  package var minimumLines: Int
  /// Files whose coverage does not count; they are named.
  package var excluded: [Glob]
  /// Files that a program wrote: their coverage does not count either.
  package var generated: [Glob]
  /// Files that nobody wants to hear of.
  package var ignored: [Glob]
  /// Whether lines that were only moved or re-indented count.
  package var moved: MovedLineCounting
  package var unmeasured: UnmeasuredFiles
  package var classification: ClassificationRules

  package init(
    goal: CoverageGoal = CoverageGoal(), paths: [PathGoal] = [],
    project: CoverageGoal = CoverageGoal(informational: .always), base: BaseCoverage = .cached,
    ifNoBase: MissingBase = .pass, ifTestsFailed: FailedTestsCoverage = .skip, partials: PartialLines = .covered,
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

  /// Whether something that is not reached by measuring nothing is asked for.
  var hasGate: Bool { !goal.isInformational || paths.contains { !$0.goal.isInformational } }
}

extension CoverageTarget {
  /// For the report: `80 %` or `auto`.
  var words: String {
    switch self {
    case .auto: "auto"
    case .percent(let target): "\(target) %"
    }
  }
}

/// What of the counters cannot have come from running tests.
///
/// Code under test can write into its own counters. Who sets them all is seen by code that no test could have run, and by a
/// target without a single place that was left out.
struct CounterAnomalies: Sendable {
  /// In a smaller target the tests may well run everything.
  static let fewestFunctions = 200

  let layout: PackageLayout

  /// - Returns: sentences without a full stop, ordered by target.
  func find(in totals: [String: CounterTotals]) -> [String] {
    var byTarget: [String: CounterTotals] = [:]
    for (path, counters) in totals {
      guard let target = layout.target(of: path), MeasuredFiles.types.contains(target.type) else { continue }
      byTarget[target.name, default: CounterTotals()] = byTarget[target.name, default: CounterTotals()] + counters
    }
    let reached = layout.reachedByTests
    return byTarget.sorted { $0.key < $1.key }.compactMap { name, counters in
      if let reached, !reached.contains(name), counters.coveredRegions > 0 {
        return "no test target depends on the target `\(name)`, and counters in it are not zero"
      }
      guard counters.functions >= Self.fewestFunctions, counters.coveredRegions == counters.regions else { return nil }
      return "none of the counters of the target `\(name)`, which has \(counters.functions) functions, is zero"
    }
  }
}

extension PackageLayout {
  /// The targets that test targets depend on, directly or not, and themselves; `nil` when no dependencies are known.
  var reachedByTests: Set<String>? {
    let known = Dictionary(targets.compactMap { target in target.dependencies.map { (target.name, $0) } }) { $0 + $1 }
    guard targets.allSatisfy({ $0.type != "test" || $0.dependencies != nil }) else { return nil }
    var reached: Set<String> = []
    var open = targets.filter { $0.type == "test" }.map(\.name)
    while let name = open.popLast() {
      if reached.insert(name).inserted { open += known[name] ?? [] }
    }
    return reached
  }
}
