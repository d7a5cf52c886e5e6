// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

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
    // A target without a level is its own problem.
    guard let below = layers.levels[dependency], below >= level else { return nil }
    if layers.exceptions.contains([target, dependency]) { return nil }
    return "\(target) (level \(level)) imports \(dependency) (level \(below)), which is not on a lower level"
  }
}

/// Which target may import which: the one place where the levels are written down.
struct Layers: Sendable {
  /// A target imports targets of lower levels only.
  let levels: [String: Int]
  /// Edges within a level that are meant.
  let exceptions: Set<[String]>
  /// Only tests import these, and these import what they like.
  let testSupport: Set<String>

  static let reviewbot = Layers(
    levels: [
      "CGit2": 0, "CCurl": 0, "CInterop": 0, "CLinux": 0, "HostileText": 0, "NetworkAddressing": 0, "SecretMasking": 0,
      "AssemblyKit": 1, "ResourceLoading": 1, "ReviewContract": 1, "SwiftSource": 1, "Observability": 1,
      "CurlTransport": 2, "DependencyMirroring": 2, "Forges": 2, "Git": 2, "Isolation": 2,
      "JobQueue":
        2, "Reporting": 2,
      "ConfigurationFiles": 3, "SwiftBuild": 3, "Coverage": 3, "Rules": 3,
      "ReviewWorker": 4,
      "ReviewServer": 5,
      "reviewbot": 6, "reviewbot-dev": 6,
    ],
    exceptions: [],
    testSupport: ["ReviewTesting", "RuleTesting"])
}

/// The targets of a package and what they depend on, as `swift package describe` tells.
struct PackageGraph: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let dependencies: [String]?

    private enum CodingKeys: String, CodingKey {
      case name, type
      case dependencies = "target_dependencies"
    }
  }

  let targets: [Target]

  init(describedBy data: Data) throws {
    self = try JSONDecoder().decode(PackageGraph.self, from: data)
  }
}

/// A check found something. One line each.
struct CheckFailure: Error, Hashable, CustomStringConvertible {
  let problems: [String]

  init(_ problems: [String]) {
    self.problems = problems
  }

  var description: String { problems.joined(separator: "\n") }
}
