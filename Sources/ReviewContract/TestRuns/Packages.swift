// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The targets of a Swift package.
package struct PackageLayout: Hashable, Codable, Sendable {
  package struct Target: Hashable, Codable, Sendable {
    package let name: String
    /// SwiftPM's type: `library`, `executable`, `test`, `plugin`, `macro`, `snippet`, `system-target`.
    package let type: String
    /// The target's folder, relative to the repository's root.
    package let path: String
    /// The names of the package's other targets that it depends on; `nil` if they are unknown.
    package let dependencies: [String]?
    /// The sources that SwiftPM finds in the folder, relative to the repository's root; `nil` if they are unknown.
    package let sources: [String]?

    package init(
      name: String, type: String, path: String, dependencies: [String]? = nil, sources: [String]? = nil
    ) {
      self.sources = sources
      self.dependencies = dependencies
      self.name = name
      self.type = type
      self.path = path
    }
  }

  package let name: String
  package let targets: [Target]
  /// The Swift files that a build compiled, relative to the repository's root, including those of other packages in the
  /// repository; `nil` if they are unknown.
  package var compiled: [String]?

  package init(name: String, targets: [Target], compiled: [String]? = nil) {
    self.compiled = compiled
    self.name = name
    self.targets = targets
  }

  package var declaresTests: Bool { targets.contains { $0.type == "test" } }

  /// Returns the target of a file: the one with the deepest folder around it.
  package func target(of path: String) -> Target? {
    targets
      .filter { $0.path.isEmpty || path.hasPrefix($0.path + "/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }
  }
}

/// The packages of a repository that are built and tested.
package enum PackageSelection: Hashable, Codable, Sendable {
  /// The package at the root; without one there, all packages below.
  case auto
  /// These folders, from the repository's root; empty for the root itself.
  case folders([String])
}
