// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ReviewContract
import ReviewWorker
import Rules

/// The configuration in the words of those who follow it.
extension ReviewConfiguration {
  var reviewSettings: ReviewSettings {
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

  var ruleSettings: RuleSettings {
    RuleSettings(
      rules: rules.mapValues { choice in
        RuleSetting(
          isOn: choice.isOn, severity: choice.severity, included: choice.included, excluded: choice.excluded,
          options: choice.options)
      }, excluded: paths.exclude + paths.generated)
  }
}
