// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Detects counters that cannot result from running tests.
///
/// Code under test can modify its own counters. Setting all of them is detected by coverage of targets that no test
/// reaches, and by a large target without any uncovered region.
struct CounterAnomalies: Sendable {
  /// The minimum number of functions; complete coverage of a smaller target is plausible.
  static let fewestFunctions = 200

  let layout: PackageLayout

  /// - Returns: messages without a full stop, ordered by target.
  func find(in totals: [String: CounterTotals]) -> [String] {
    var byTarget: [String: CounterTotals] = [:]
    for (path, counters) in totals {
      guard let target = layout.target(of: path), MeasuredFiles.types.contains(target.type) else { continue }
      byTarget[target.name, default: CounterTotals()] = byTarget[target.name, default: CounterTotals()] + counters
    }
    let reached = layout.reachedByTests
    return byTarget.sorted { $0.key < $1.key }.compactMap { name, counters in
      if let reached, !reached.contains(name), counters.coveredRegions > 0 {
        return "no test target depends on the target `\(name)`, but some of its counters are not zero"
      }
      guard counters.functions >= Self.fewestFunctions, counters.coveredRegions == counters.regions else { return nil }
      return "none of the counters of the target `\(name)`, which has \(counters.functions) functions, is zero"
    }
  }
}

extension PackageLayout {
  /// The test targets and their transitive dependencies; `nil` if the dependencies are unknown.
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
