// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

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
