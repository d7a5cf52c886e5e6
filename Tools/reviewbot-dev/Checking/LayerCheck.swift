// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Checks the dependencies of a package's targets against their levels.
struct LayerCheck {
  private let layers: Layers

  init(_ layers: Layers) {
    self.layers = layers
  }

  /// Returns one sentence for each edge that is not allowed.
  ///
  /// - Parameter imports: by target, the modules that its files import, with a file that does. The compiler accepts a
  ///   module that Package.swift does not declare when it was built for another target.
  func problems(in graph: PackageGraph, imports: [String: [String: String]] = [:]) -> [String] {
    edges(in: graph) + breaches(in: graph) + assemblies(in: graph) + undeclared(in: graph, imports)
  }

  /// Returns one sentence for each dependency of a package on another one of this repository.
  ///
  /// - Parameters:
  ///   - graph: the package that stands alone.
  ///   - outside: the targets of the other packages.
  ///   - imports: as for ``problems(in:imports:)``.
  static func escapes(
    from graph: PackageGraph, to outside: PackageGraph, imports: [String: [String: String]]
  ) -> [String] {
    let packageTargets = Set(graph.targets.map(\.name))
    let others = Set(outside.targets.map(\.name)).subtracting(packageTargets)
    let packages = (graph.dependencies ?? []).filter { $0.type == "fileSystem" }.map {
      "the package \(graph.name) depends on \($0.identity) by path; it must stand alone"
    }
    let modules = imports.sorted { $0.key < $1.key }.flatMap { _, modules in
      modules.sorted { $0.key < $1.key }.filter { others.contains($0.key) }.map {
        "\($0.value) imports \($0.key), which is not a target of the package \(graph.name)"
      }
    }
    return packages + modules
  }

  private func undeclared(in graph: PackageGraph, _ imports: [String: [String: String]]) -> [String] {
    let names = Set(graph.targets.map(\.name)).union(layers.levels.keys)
    return graph.targets.sorted { $0.name < $1.name }.flatMap { target in
      (imports[target.name] ?? [:]).sorted { $0.key < $1.key }.compactMap { module, file in
        guard names.contains(module), module != target.name, !target.imports.contains(module) else {
          return nil
        }
        return "\(file) imports \(module), which Package.swift does not declare for \(target.name)"
      }
    }
  }

  private func edges(in graph: PackageGraph) -> [String] {
    graph.targets.filter { $0.type != "test" && !layers.testSupport.contains($0.name) }
      .sorted { $0.name < $1.name }
      .flatMap { target in
        guard let level = layers.levels[target.name] else {
          return ["\(target.name) has no level; give it one in Layers.swift"]
        }
        return target.imports.sorted().compactMap { problem(target.name, level, $0) }
      }
  }

  /// Returns one sentence for each forbidden target that is reached, with the chain of imports.
  private func breaches(in graph: PackageGraph) -> [String] {
    layers.walls.sorted { $0.key < $1.key }.flatMap { target, forbidden in
      let chains = graph.chains(from: target)
      return forbidden.sorted().compactMap { name in
        chains[name].map { "\(target) must not reach \(name): \($0.joined(separator: " imports "))" }
      }
    }
  }

  /// Returns one sentence for each target below the assembly that reaches all of its parts, with the chains of imports.
  /// The parts themselves have walls.
  private func assemblies(in graph: PackageGraph) -> [String] {
    guard let assembly = layers.assembly, let level = layers.levels[assembly.target] else { return [] }
    let below = graph.targets.map(\.name).filter { name in layers.levels[name].map { $0 < level } ?? false }
    return Set(below).subtracting(assembly.parts).sorted()
      .compactMap { target in
        let chains = graph.chains(from: target)
        let found = assembly.parts.compactMap { chains[$0] }
        guard found.count == assembly.parts.count else { return nil }
        let parts = assembly.parts.joined(separator: " and ")
        return "\(target) must not reach \(parts) together, which is for \(assembly.target) and higher levels: "
          + found.map { $0.joined(separator: " imports ") }.joined(separator: ", ")
      }
  }

  private func problem(_ target: String, _ level: Int, _ dependency: String) -> String? {
    if layers.testSupport.contains(dependency) { return "\(target) imports \(dependency), which is for tests only" }
    // A target without a level is reported separately.
    guard let below = layers.levels[dependency], below >= level else { return nil }
    if layers.exceptions.contains([target, dependency]) { return nil }
    return "\(target) (level \(level)) imports \(dependency) (level \(below)), which is not on a lower level"
  }
}

/// The targets of a package and their dependencies, as printed by `swift package describe`.
struct PackageGraph: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    /// Its directory, relative to the package's.
    let path: String
    private let dependencies: [String]?
    private let products: [String]?

    /// Targets of the package, and products of others; the products of this repository have the names of their targets.
    var imports: [String] { (dependencies ?? []) + (products ?? []) }

    private enum CodingKeys: String, CodingKey {
      case name, type, path
      case dependencies = "target_dependencies"
      case products = "product_dependencies"
    }
  }

  struct Dependency: Decodable {
    let identity: String
    /// `fileSystem` for a package by path.
    let type: String
  }

  let name: String
  let targets: [Target]
  let dependencies: [Dependency]?

  init(describedBy data: Data) throws {
    self = try JSONDecoder().decode(PackageGraph.self, from: data)
  }

  /// Returns a chain of imports to each target that a target reaches.
  func chains(from target: String) -> [String: [String]] {
    let dependencies = Dictionary(targets.map { ($0.name, $0.imports) }) { first, _ in first }
    var chains = [target: [target]]
    var open = [target]
    while let next = open.popLast() {
      for dependency in dependencies[next] ?? [] where chains[dependency] == nil {
        chains[dependency] = (chains[next] ?? []) + [dependency]
        open.append(dependency)
      }
    }
    return chains
  }
}

/// The problems that a check found, one line each.
struct CheckFailure: Error, Hashable, CustomStringConvertible {
  let problems: [String]

  init(_ problems: [String]) {
    self.problems = problems
  }

  var description: String { problems.joined(separator: "\n") }
}

extension SourceDirectory {
  /// Returns the modules that the files of each target import, except of tests, with the first file that does.
  func imports(of graph: PackageGraph) throws -> [String: [String: String]] {
    var found: [String: [String: String]] = [:]
    for target in graph.targets where target.type != "test" {
      for path in files(below: target.path, suffix: ".swift") {
        for match in try text(path)?.matches(of: /(?m)^[a-z@ ]*\bimport (?:[a-z]+ )?(\w+)/) ?? [] {
          found[target.name, default: [:]][String(match.1)] = found[target.name]?[String(match.1)] ?? path
        }
      }
    }
    return found
  }
}
