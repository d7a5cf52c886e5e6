// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract

/// The test targets of a package that keep the results of an earlier run.
struct TargetChoice: Hashable, Sendable {
  /// For the report; `nil` if all targets are run.
  private(set) var reused: ReusedResults?
  /// The modules of the targets that are not run, ordered.
  private(set) var modules: [String] = []
  /// Why each other target is run, by its name; empty without an earlier run.
  private(set) var reasons: [String: String] = [:]

  /// Runs all targets.
  init() {}

  /// - Parameters:
  ///   - reach: of the tree to test.
  ///   - obstacle: why all targets are run; `nil` if the earlier run decides.
  init(_ earlier: EarlierRun, _ reach: TestReach, obstacle: String? = nil) {
    let tests = reach.graph.tests
    reasons = Self.reasons(earlier, reach, obstacle ?? earlier.obstacle)
    let kept = tests.filter { reasons[$0.name] == nil }
    guard !kept.isEmpty else { return }
    modules = kept.map(\.layout.moduleName).sorted()
    reused = ReusedResults(
      source: earlier.source, commit: earlier.commit, targets: kept.map(\.name), total: tests.count)
  }

  /// Whether no target is run.
  var isNothing: Bool { reused.map { $0.count == $0.total } ?? false }

  private static func reasons(
    _ earlier: EarlierRun, _ reach: TestReach, _ obstacle: String?
  ) -> [String: String] {
    let tests = reach.graph.tests
    let all = { (reason: String) in Dictionary(tests.map { ($0.name, reason) }) { first, _ in first } }
    if let obstacle { return all(obstacle) }
    // The same manifest can find other folders.
    if let layout = earlier.layout, shape(layout.targets) != shape(reach.graph.targets.map(\.layout)) {
      return all("the targets of the package differ")
    }
    var reasons = reach.reasons(for: earlier.differences, unread: earlier.unread)
    for test in tests where earlier.unsteadyModules.contains(test.layout.moduleName) {
      reasons[test.name] = reasons[test.name] ?? "not all of its tests passed before"
    }
    // Targets with the same module cannot be filtered apart.
    for test in tests where reasons[test.name] != nil {
      for other in tests where other.layout.moduleName == test.layout.moduleName {
        reasons[other.name] = reasons[other.name] ?? reasons[test.name]
      }
    }
    return reasons
  }

  /// The targets without their sources, which may differ where no path reaches them.
  private static func shape(_ targets: [PackageLayout.Target]) -> Set<[String]> {
    Set(targets.map { [$0.name, $0.type, $0.path] + ($0.dependencies ?? []).sorted() })
  }
}

extension TargetChoice {
  /// Options of `swift test` and of Swift Testing that leave the tests of the other targets out.
  var arguments: [String] { modules.flatMap { ["--skip", Self.pattern($0)] } }

  /// Returns a regular expression for the tests of a module.
  static func pattern(_ module: String) -> String { "^\(module)\\." }

  /// Returns whether a listed test is in a target that is run.
  func runs(_ test: TestID) -> Bool { !modules.contains(test.module) }
}
