// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Reads what the tests covered.
package protocol CoverageReader: Sendable {
  /// The lines of the given files, named from the repository's root.
  ///
  /// - Parameter rules: what of the code tests are not expected to run.
  func coverage(
    from artifacts: CoverageArtifacts, of paths: [String], rules: ClassificationRules
  ) async throws(CoverageError) -> CoverageMap
}

/// What an instrumented run left behind.
package struct CoverageArtifacts: Hashable, Sendable {
  package let repositoryRoot: FilePath
  /// The folder of `llvm-cov` and `llvm-profdata` that belong to the compiler.
  package let toolchain: FilePath
  package let profiles: [FilePath]
  /// The instrumented programs.
  package let binaries: [FilePath]
  /// An empty folder to work in.
  package let scratch: FilePath

  package init(
    repositoryRoot: FilePath, toolchain: FilePath, profiles: [FilePath], binaries: [FilePath], scratch: FilePath
  ) {
    self.repositoryRoot = repositoryRoot
    self.toolchain = toolchain
    self.profiles = profiles
    self.binaries = binaries
    self.scratch = scratch
  }
}
