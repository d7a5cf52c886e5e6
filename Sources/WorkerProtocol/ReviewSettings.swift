// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import ReviewContract

/// The settings for building, testing and coverage.
package struct ReviewSettings: Hashable, Sendable {
  package var packages: PackageSelection
  /// Whether only packages that the change can affect are built.
  package var affectedOnly: Bool
  /// Extra arguments for `swift build` and `swift test`.
  package var buildArguments: [String]
  package var buildLimit: Duration
  package var testLimit: Duration
  package var flaky: FlakyTests
  package var removedTests: RemovedTestsPolicy
  package var warnings: CompilerWarnings
  /// Files that are not reviewed.
  package var excluded: [Glob]
  /// Generated files: compiler warnings in them are not reported.
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

extension ReviewConfiguration {
  /// The part of the configuration that the worker needs.
  package var reviewSettings: ReviewSettings {
    ReviewSettings(
      packages: build.package.selection, affectedOnly: build.affectedOnly, buildArguments: build.arguments.list,
      buildLimit: build.timeLimit.duration, testLimit: tests.timeLimit.duration,
      flaky: FlakyTests(retries: tests.retries, policy: tests.flaky), removedTests: tests.removed,
      warnings: build.warnings,
      excluded: paths.exclude, generated: paths.generated, coverage: patchPolicy,
      trees: checkout.test)
  }

  private var patchPolicy: PatchPolicy {
    PatchPolicy(
      goal: CoverageGoal(
        target: coverage.target, threshold: coverage.threshold, informational: coverage.informational),
      paths: coverage.paths, project: coverage.project, base: coverage.base, ifNoBase: coverage.ifNoBase,
      ifTestsFailed: coverage.ifTestsFailed, partials: coverage.partials, minimumLines: coverage.minLines,
      excluded: coverage.exclude, generated: paths.generated, ignored: paths.exclude, moved: coverage.moved,
      unmeasured: coverage.unmeasured,
      classification: classification)
  }

  private var classification: ClassificationRules {
    ClassificationRules(
      ignoreAutoclosuresOf: coverage.ignoreAutoclosuresOf.list.map(Set.init),
      excludesUnreachable: coverage.excludeUnreachable)
  }
}
