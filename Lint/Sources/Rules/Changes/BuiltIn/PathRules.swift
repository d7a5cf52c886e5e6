// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

struct ForbiddenPathsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the files that may not be added or changed.", format: .globs) var paths: PatternList = []
  }

  static let description = ChangeRuleDescription(
    id: "forbidden_paths", summary: "Some files do not belong in the repository.", severity: .error,
    example: "{paths: ['**/*.xcuserstate', '.env']}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    change.changes.files.filter { $0.status != .deleted && options.paths.matches($0.path) }.map {
      ChangeViolation("the file matches a pattern of forbidden_paths", path: $0.path)
    }
  }
}

struct ProtectedPathsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the protected files.", format: .globs) var paths: PatternList = []
    @RuleOption("The accounts that may change the protected files.") var authors: [String] = []
    @RuleOption("Labels that permit the change; only accounts with triage permission can set labels.")
    var labels: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "protected_paths", summary: "Some files may only be changed by certain accounts.", needs: [.author],
    example: "{paths: [.github/**, Package.swift], authors: [ada], labels: [infrastructure]}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let author = change.author?.lowercased()
    guard !options.authors.contains(where: { $0.lowercased() == author }),
      !change.hasLabel(among: options.labels)
    else { return [] }
    return change.changes.files.filter(options.paths.touches).map {
      ChangeViolation("the file matches a pattern of protected_paths", path: $0.path)
    }
  }
}

/// Files of one kind that are changed without files of another kind.
struct RequiredPathsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the files whose change requires another change.", format: .globs) var when: PatternList =
      []
    @RuleOption("Patterns of the files of which at least one must then be changed.", format: .globs)
    var require: PatternList = []
    @RuleOption(.unlessLabels) var unlessLabels: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "required_paths", summary: "Changes of some files require changes of others.",
    example: "{when: [Sources/API/**], require: [Documentation/**]}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let files = change.changes.files
    guard !change.hasLabel(among: options.unlessLabels),
      let first = files.first(where: options.when.touches), !files.contains(where: options.require.touches)
    else { return [] }
    return [ChangeViolation("\"\(first.path)\" is changed, but no file that matches \(options.require.list)")]
  }
}

struct TestsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the files that need tests.", format: .globs) var sources: PatternList = [
      "Sources/**/*.swift"
    ]
    @RuleOption("Patterns of the tests.", format: .globs) var tests: PatternList = ["Tests/**"]
    @RuleOption("The number of new lines of sources that requires a test.", allowed: 0...100_000) var minimumLines = 5
    @RuleOption(.unlessLabels) var unlessLabels: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "tests", summary: "Add tests for new code.", isRecommended: true, example: "{minimum_lines: 10}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let files = change.changes.files
    let lines = files.filter { options.sources.matches($0.path) }.reduce(0) { $0 + $1.newLines.count }
    guard lines > options.minimumLines,
      !files.contains(where: { $0.status != .deleted && options.tests.matches($0.path) }),
      !change.hasLabel(among: options.unlessLabels)
    else { return [] }
    return [ChangeViolation("\(counted(lines, "line")) of sources are new, but no test is changed")]
  }
}

struct ChangelogRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the changelogs.", format: .globs) var files: PatternList = ["CHANGELOG.md"]
    @RuleOption("Patterns of the files whose changes require an entry.", format: .globs) var when: PatternList = [
      "Sources/**"
    ]
    @RuleOption(.unlessLabels) var unlessLabels = ["no changelog"]
  }

  static let description = ChangeRuleDescription(
    id: "changelog", summary: "Add an entry to the changelog for changes that users notice.",
    example: "{files: [CHANGELOG.md], unless_labels: [no changelog]}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    var required = RequiredPathsRule.Options()
    (required.when, required.require, required.unlessLabels) = (options.when, options.files, options.unlessLabels)
    return RequiredPathsRule(options: required).violations(in: change).map { _ in
      ChangeViolation("\(options.files.list) has no entry for this change")
    }
  }
}
