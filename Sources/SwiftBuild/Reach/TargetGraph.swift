// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The targets of a package with what SwiftPM says about their inputs, for ``TestReach``.
struct TargetGraph: Hashable, Sendable {
  struct Target: Hashable, Sendable {
    let layout: PackageLayout.Target
    /// Whether it depends on a product of another package, which can be a plugin.
    var usesProducts = false
    /// Whether it is compiled by Clang.
    var isClang = false
    /// A resource outside of the target's folder; `nil` if there is none.
    var outsideResource: String?

    var name: String { layout.name }
  }

  /// The package's folder, relative to the repository's root; empty for the root itself.
  let folder: String
  let targets: [Target]
  /// Whether the package depends on a package by path.
  var hasLocalPackages = false

  var tests: [Target] { targets.filter { $0.layout.type == "test" } }

  /// The targets with the folder of a file in theirs. A target's path can be that of the file itself.
  func owners(of path: String) -> [Target] {
    targets.filter { target in
      let folder = target.layout.path
      return folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
    }
  }

  /// Returns a target and its dependencies, direct and indirect.
  ///
  /// - Parameter imports: the targets that the sources of a target import, by name. SwiftPM's build does not refuse an
  ///   import of a module that is no declared dependency.
  func closure(of target: Target, imports: [String: Set<String>]) -> [Target] {
    let known = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
    var found: [String: Target] = [target.name: target]
    var open = [target]
    while let next = open.popLast() {
      for name in (next.layout.dependencies ?? []) + (imports[next.name] ?? []) {
        guard found[name] == nil, let dependency = known[name] else { continue }
        found[name] = dependency
        open.append(dependency)
      }
    }
    return targets.filter { found[$0.name] != nil }
  }
}
