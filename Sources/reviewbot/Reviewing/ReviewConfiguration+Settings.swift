// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Configuration
import ReviewCore
import ReviewPipeline
import RuleKit

/// The configuration in the words of those who follow it.
extension ReviewConfiguration {
  var reviewSettings: ReviewSettings {
    ReviewSettings(
      packages: build.package.selection, affectedOnly: build.affectedOnly, buildArguments: build.arguments.list,
      buildLimit: build.timeLimit.duration, testLimit: tests.timeLimit.duration,
      flaky: FlakyTests(retries: tests.retries, policy: tests.flaky), warnings: build.warnings,
      excluded: paths.exclude, coverage: patchPolicy,
      trees: checkout.test)
  }

  private var patchPolicy: PatchPolicy {
    var target: PercentTarget?
    if case .percent(let percentage) = coverage.target { target = percentage }
    return PatchPolicy(
      target: target, threshold: coverage.threshold, partials: coverage.partials, minimumLines: coverage.minLines,
      excluded: coverage.exclude + paths.exclude, moved: coverage.moved)
  }

  var ruleSettings: RuleSettings {
    RuleSettings(
      rules: rules.mapValues { choice in
        RuleSetting(
          isOn: choice.isOn, severity: choice.severity, included: choice.included, excluded: choice.excluded,
          options: choice.options)
      }, excluded: paths.exclude)
  }
}
