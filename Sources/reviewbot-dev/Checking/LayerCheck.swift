// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Compares a package with the levels its targets should have.
struct LayerCheck {
  private let layers: Layers

  init(_ layers: Layers) {
    self.layers = layers
  }

  /// One sentence for each edge that is not allowed.
  func problems(in graph: PackageGraph) -> [String] {
    graph.targets.filter { $0.type != "test" && !layers.testSupport.contains($0.name) }
      .sorted { $0.name < $1.name }
      .flatMap { target in
        guard let level = layers.levels[target.name] else {
          return ["\(target.name) has no level; give it one in Layers.swift"]
        }
        return (target.dependencies ?? []).sorted().compactMap { problem(target.name, level, $0) }
      }
  }

  private func problem(_ target: String, _ level: Int, _ dependency: String) -> String? {
    if layers.testSupport.contains(dependency) { return "\(target) imports \(dependency), which is for tests only" }
    // A target without a level is a problem of its own.
    guard let below = layers.levels[dependency], below >= level else { return nil }
    if layers.exceptions.contains([target, dependency]) { return nil }
    return "\(target) (level \(level)) imports \(dependency) (level \(below)), which is not of a lower level"
  }
}
