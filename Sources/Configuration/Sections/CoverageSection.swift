// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// What is expected of the tests' coverage of the changed lines.
package struct CoverageSection: ConfigurationSection {
  package var target = CoverageTarget.auto
  package var threshold: PercentTarget
  package var partials = PartialLines.covered
  package var minLines = 5
  package var moved = MovedLineCounting.exclude
  package var exclude: [Glob] = []

  package init() {
    guard let none = PercentTarget("0") else { preconditionFailure("the default is wrong") }
    threshold = none
  }

  package static let name = "coverage"
  package static let summary = "What is expected of the tests' coverage of the changed lines."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "target", \.target, .coverageTarget,
        "The share of the changed lines that tests have to cover. With `auto` the number is shown and fails nothing."),
      ConfigurationKey(
        "threshold", \.threshold, .percentage,
        "By how many percentage points coverage may miss the target and still pass."),
      ConfigurationKey(
        "partials", \.partials, .choice, "What a line counts for of which the tests ran only a part."),
      ConfigurationKey(
        "min_lines", \.minLines, .integer(0...1_000_000),
        "A change with fewer measurable lines is not held against the target."),
      ConfigurationKey(
        "moved", \.moved, .choice,
        "Whether lines that were only moved or re-indented count. With `exclude` they are left out and their number is shown."
      ),
      ConfigurationKey("exclude", \.exclude, .globs, "Files whose coverage is not measured."),
    ]
  }
}
