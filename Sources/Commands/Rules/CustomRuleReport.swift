// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import HostileText
import Rules

/// The result of running the examples of the custom rules of a configuration.
struct CustomRuleReport: Sendable {
  /// The size of an example, in bytes, from which it shows that a rule works in files that are not tiny.
  private static let largeExample = 1_024
  private let tests: [CustomRuleTest]

  init(_ configuration: ReviewConfiguration) {
    tests = configuration.lint.custom.map { CustomRuleTest($0) }
  }

  var isPassing: Bool { tests.allSatisfy(\.failures.isEmpty) }

  /// A line for each failing example, and a summary.
  var text: String {
    var lines: [String] = []
    for test in tests {
      for failure in test.failures {
        lines.append("\(test.rule.id): \(HostileText(failure.reason).line(spacing: .kept))")
        lines += HostileText(failure.code).lines().filter { !$0.isEmpty }.map { "    \($0)" }
      }
    }
    let examples = tests.reduce(0) { $0 + $1.rule.examples.good.count + $1.rule.examples.bad.count }
    let without = tests.filter { $0.rule.examples.bad.isEmpty }.map(\.rule.id)
    if !without.isEmpty { lines.append("without a bad example: \(without.joined(separator: ", "))") }
    let small = tests.filter { test in
      (test.rule.examples.good + test.rule.examples.bad).allSatisfy { $0.code.utf8.count <= Self.largeExample }
    }.map(\.rule.id)
    if !small.isEmpty { lines.append("without an example larger than 1 KB: \(small.joined(separator: ", "))") }
    let failed = tests.reduce(0) { $0 + $1.failures.count }
    lines.append("rules: \(tests.count), examples: \(examples), failed: \(failed)")
    return lines.joined(separator: "\n") + "\n"
  }
}
