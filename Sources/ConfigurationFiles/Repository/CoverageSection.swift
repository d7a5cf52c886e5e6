// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What is expected of the tests' coverage.
package struct CoverageSection: ConfigurationSection {
  package var target = CoverageTarget.auto
  package var threshold: PercentTarget
  package var informational = InformationalChoice.auto
  package var paths: [PathGoal] = []
  package var project = CoverageGoal(informational: .always)
  package var base = BaseCoverage.cached
  package var ifNoBase = MissingBase.pass
  package var ifTestsFailed = FailedTestsCoverage.skip
  package var partials = PartialLines.covered
  package var minLines = 5
  package var moved = MovedLineCounting.exclude
  package var exclude: [Glob] = []
  package var unmeasured = UnmeasuredFiles.note
  package var ignoreAutoclosuresOf: AutoclosureNames = .standard
  package var excludeUnreachable = true

  package init() {
    guard let none = PercentTarget("0") else { preconditionFailure("the default is wrong") }
    threshold = none
  }

  package static let name = "coverage"
  package static let summary = "What is expected of the tests' coverage, of the changed lines and of the project."
  package static var keys: [ConfigurationKey<Self>] { goalKeys + countingKeys }

  private static var goalKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "target", \.target, .coverageTarget,
        "The share of the changed lines that tests have to cover. With `auto` it is the share of all lines that they cover on the "
          + "base."),
      ConfigurationKey(
        "threshold", \.threshold, .percentage,
        "By how many percentage points coverage may miss the target and still pass."),
      ConfigurationKey(
        "informational", \.informational, .informational,
        "With `true` the number is shown and fails nothing. With `auto` that is so for a target of `auto`."),
      ConfigurationKey(
        "paths", \.paths, .pathGoals,
        "Targets for the changed lines of some files, each a mapping with `path` (a pattern or a list of patterns), `target`, "
          + "`threshold` and `informational`. They hold besides the target for all files."),
      ConfigurationKey(
        "project", \.project, .projectGoal,
        "What is expected of all lines of the project. With a target of `auto` coverage must not fall below the base's, in which "
          + "the lines that the change removes are not counted."),
      ConfigurationKey(
        "base", \.base, .choice,
        "Where the base's coverage comes from: from what an earlier review of the base left (`cached`); without it, from building and "
          + "testing the base (`run`); or nowhere (`off`)."),
      ConfigurationKey(
        "if_no_base", \.ifNoBase, .choice,
        "Whether a target of `auto` that is not informational lets the change `pass`, or makes it `fail`, when the base's coverage is "
          + "not known."),
      ConfigurationKey(
        "if_tests_failed", \.ifTestsFailed, .choice,
        "Whether targets are not applied (`skip`) or hold all the same (`gate`) when tests did not pass."),
    ]
  }

  private static var countingKeys: [ConfigurationKey<Self>] {
    [
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
      ConfigurationKey(
        "unmeasured", \.unmeasured, .choice,
        "What becomes of changed files that have code and were not measured, such as those that no test bundle links: they are named "
          + "(`note`), they `fail` the review, or their added lines of code count as missed (`count_as_missed`)."),
      ConfigurationKey(
        "ignore_autoclosures_of", \.ignoreAutoclosuresOf, .autoclosureNames,
        "Functions and methods whose arguments are only evaluated when needed: that one did not run does not make a line partial. A "
          + "list of names replaces those of `standard`: preconditions, assertions, and the methods of loggers."),
      ConfigurationKey(
        "exclude_unreachable", \.excludeUnreachable, .boolean,
        "Whether lines with nothing but a statement that ends the program, such as `fatalError()`, are left out when no test came to "
          + "them."),
    ]
  }
}

/// Which files are looked at.
package struct PathsSection: ConfigurationSection {
  package var exclude: [Glob] = []
  package var generated: [Glob] = []

  package init() {}

  package static let name = "paths"
  package static let summary = "Which files are looked at."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "exclude", \.exclude, .globs, "Files that neither rules nor coverage look at. They are not spoken of."),
      ConfigurationKey(
        "generated", \.generated, .globs,
        "Files that a program writes: neither rules nor coverage look at them, and coverage names those that change. A comment "
          + "such as `// Generated by` keeps a file out of the coverage too, when it was there before the change."),
    ]
  }
}
