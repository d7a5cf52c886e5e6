// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// Coverage targets, and the lines that count.
package struct CoverageSection: ConfigurationSection {
  package var target = CoverageTarget.auto
  package var threshold: PercentTarget
  package var informational = InformationalChoice.auto
  package var paths: [PathGoal] = []
  package var project = CoverageGoal(informational: .always)
  package var base = BaseCoverage.cached
  package var ifNoBase = MissingBase.fail
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
  package static let summary = "Coverage targets for the changed lines and for the project, and the lines that count."
  package static var keys: [ConfigurationKey<Self>] { goalKeys + countingKeys }

  private static var goalKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "target", \.target, .coverageTarget,
        "The required coverage of the changed lines. `auto` is the coverage of all lines of the base."),
      ConfigurationKey(
        "threshold", \.threshold, .percentage,
        "The number of percentage points below the target that passes."),
      ConfigurationKey(
        "informational", \.informational, .informational,
        "Whether the result is only reported and never fails the review. `auto` means `true` if `target` is `auto`."),
      ConfigurationKey(
        "paths", \.paths, .pathGoals,
        "Additional targets for the changed lines of some files, each a mapping with `path` (a pattern or a list of patterns), "
          + "`target`, `threshold` and `informational`."),
      ConfigurationKey(
        "project", \.project, .projectGoal,
        "The required coverage of all lines of the project. With the target `auto` it must not fall below the coverage of the base, "
          + "not counting the removed lines."),
      ConfigurationKey(
        "base", \.base, .choice,
        "How the coverage of the base is determined: from the cached result of an earlier review (`cached`); if there is none, by "
          + "building and testing the base (`run`); or not at all (`off`)."),
      ConfigurationKey(
        "if_no_base", \.ifNoBase, .choice,
        "Whether the change passes (`pass`) or fails (`fail`) if the target is `auto` and not informational, and the coverage of the "
          + "base is unknown."),
      ConfigurationKey(
        "if_tests_failed", \.ifTestsFailed, .choice,
        "Whether targets are ignored (`skip`) or applied (`gate`) if tests did not pass."),
    ]
  }

  private static var countingKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "partials", \.partials, .choice, "How partial lines, of which the tests ran only a part, are counted."),
      ConfigurationKey(
        "min_lines", \.minLines, .integer(0...1_000_000),
        "The target is not applied to a change with fewer measurable lines."),
      ConfigurationKey(
        "moved", \.moved, .choice,
        "Whether lines that were only moved or re-indented count. With `exclude`, only their number is reported."
      ),
      ConfigurationKey("exclude", \.exclude, .globs, "Files that are excluded from coverage."),
      ConfigurationKey(
        "unmeasured", \.unmeasured, .choice,
        "The effect of changed files with code that were not measured, for example because no test bundle links them: they are listed "
          + "(`note`), they fail the review (`fail`), or their added lines of code count as missed (`count_as_missed`)."
      ),
      ConfigurationKey(
        "ignore_autoclosures_of", \.ignoreAutoclosuresOf, .autoclosureNames,
        "Functions and methods with autoclosure arguments: an argument that was not evaluated does not make a line partial. A list of "
          + "names replaces `standard`, which contains preconditions, assertions, and the methods of loggers."),
      ConfigurationKey(
        "exclude_unreachable", \.excludeUnreachable, .boolean,
        "Whether to exclude lines that no test reached and that contain only a statement that ends the program, such as "
          + "`fatalError()`."),
    ]
  }
}

/// The files that are analyzed.
package struct PathsSection: ConfigurationSection {
  package var exclude: [Glob] = []
  package var generated: [Glob] = []

  package init() {}

  package static let name = "paths"
  package static let summary = "Which files are analyzed."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "exclude", \.exclude, .globs, "Files that rules and coverage ignore. They are not reported."),
      ConfigurationKey(
        "generated", \.generated, .globs,
        "Generated files: rules and coverage ignore them, and coverage lists those that change. A comment such as `// Generated by` "
          + "that existed before the change also excludes a file from coverage."),
    ]
  }
}

extension ReviewConfiguration {
  /// The policy for coverage and its targets: the section with the paths that other sections exclude.
  package var patchPolicy: PatchPolicy {
    PatchPolicy(
      goal: CoverageGoal(
        target: coverage.target, threshold: coverage.threshold, informational: coverage.informational),
      paths: coverage.paths, project: coverage.project, base: coverage.base, ifNoBase: coverage.ifNoBase,
      ifTestsFailed: coverage.ifTestsFailed, partials: coverage.partials, minimumLines: coverage.minLines,
      excluded: coverage.exclude, generated: paths.generated, ignored: paths.exclude, moved: coverage.moved,
      unmeasured: coverage.unmeasured,
      classification: ClassificationRules(
        ignoreAutoclosuresOf: coverage.ignoreAutoclosuresOf.list.map(Set.init),
        excludesUnreachable: coverage.excludeUnreachable))
  }
}
