// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What the configuration says about building, testing and coverage.
package struct ReviewSettings: Hashable, Sendable {
  package var packages: PackageSelection
  /// Whether only packages are built that the change can have an effect on.
  package var affectedOnly: Bool
  /// Extra arguments for `swift build` and `swift test`.
  package var buildArguments: [String]
  package var buildLimit: Duration
  package var testLimit: Duration
  package var flaky: FlakyTests
  package var removedTests: RemovedTestsPolicy
  package var warnings: CompilerWarnings
  /// Files that nobody wants to hear of.
  package var excluded: [Glob]
  /// Files that a program wrote: the compiler's warnings in them are not the change's.
  package var generated: [Glob]
  package var coverage: PatchPolicy
  package var trees: TestedTrees

  package init(
    packages: PackageSelection = .auto, affectedOnly: Bool = false, buildArguments: [String] = [],
    buildLimit: Duration = .seconds(1800), testLimit: Duration = .seconds(900), flaky: FlakyTests = FlakyTests(),
    removedTests: RemovedTestsPolicy = .note,
    warnings: CompilerWarnings = .change, excluded: [Glob] = [],
    generated: [Glob] = [], coverage: PatchPolicy = PatchPolicy(),
    trees: TestedTrees = .both
  ) {
    self.packages = packages
    self.affectedOnly = affectedOnly
    self.buildArguments = buildArguments
    self.buildLimit = buildLimit
    self.testLimit = testLimit
    self.flaky = flaky
    self.removedTests = removedTests
    self.warnings = warnings
    self.excluded = excluded
    self.generated = generated
    self.coverage = coverage
    self.trees = trees
  }
}
