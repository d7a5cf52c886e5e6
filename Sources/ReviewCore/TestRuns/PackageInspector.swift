// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Finds out what is in a package without building it.
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
