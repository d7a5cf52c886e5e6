// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Reads a package's manifest without building the package.
package protocol PackageInspector: Sendable {
  /// - Parameters:
  ///   - package: the folder with `Package.swift`, which is run.
  ///   - root: paths of targets are relative to this folder.
  ///   - scratch: an empty folder to work in.
  /// - Throws: an error that says in one sentence why it cannot be found out.
  func inspect(_ package: FilePath, from root: FilePath, scratch: FilePath) async throws -> InspectedPackage
}

/// A package as its manifest and its build folder show it.
package struct InspectedPackage: Hashable, Sendable {
  package let layout: PackageLayout
  /// The folder of `llvm-cov` and `llvm-profdata` that belong to the compiler.
  package let tools: FilePath
  /// The test programs that the last build left.
  package let testPrograms: [FilePath]

  package init(layout: PackageLayout, tools: FilePath, testPrograms: [FilePath]) {
    self.layout = layout
    self.tools = tools
    self.testPrograms = testPrograms
  }
}

/// The targets of a Swift package.
package struct PackageLayout: Hashable, Codable, Sendable {
  package struct Target: Hashable, Codable, Sendable {
    package let name: String
    /// As SwiftPM says it: `library`, `executable`, `test`, `plugin`, `macro`, `snippet`, `system-target`.
    package let type: String
    /// The target's folder, from the repository's root.
    package let path: String
    /// The names of the package's other targets that it needs; `nil` when that is not known.
    package let dependencies: [String]?

    package init(name: String, type: String, path: String, dependencies: [String]? = nil) {
      self.dependencies = dependencies
      self.name = name
      self.type = type
      self.path = path
    }
  }

  package let name: String
  package let targets: [Target]

  package init(name: String, targets: [Target]) {
    self.name = name
    self.targets = targets
  }

  package var declaresTests: Bool { targets.contains { $0.type == "test" } }

  /// The target that a file belongs to: the one with the deepest folder around it.
  package func target(of path: String) -> Target? {
    targets
      .filter { $0.path.isEmpty || path.hasPrefix($0.path + "/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }
  }
}

/// Which of a repository's packages are built and tested.
package enum PackageSelection: Hashable, Codable, Sendable {
  /// The one at the root; without one there, all packages below.
  case auto
  /// These folders, from the repository's root; empty for the root itself.
  case folders([String])
}
