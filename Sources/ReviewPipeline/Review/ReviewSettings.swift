// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// What the configuration says about building, testing and coverage.
package struct ReviewSettings: Hashable, Sendable {
  /// The folder of `Package.swift`, from the repository's root; empty for the root.
  package var packageFolder: String
  /// Extra arguments for `swift build` and `swift test`.
  package var buildArguments: [String]
  package var buildLimit: Duration
  package var testLimit: Duration
  package var coverage: PatchPolicy
  package var trees: TestedTrees

  package init(
    packageFolder: String = "", buildArguments: [String] = [], buildLimit: Duration = .seconds(1800),
    testLimit: Duration = .seconds(900), coverage: PatchPolicy = PatchPolicy(), trees: TestedTrees = .both
  ) {
    self.packageFolder = packageFolder
    self.buildArguments = buildArguments
    self.buildLimit = buildLimit
    self.testLimit = testLimit
    self.coverage = coverage
    self.trees = trees
  }
}
