// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

struct ForbiddenPathsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the files that may not be added or changed.", format: .globs) var paths: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "forbidden_paths", summary: "Some files do not belong in the repository.", severity: .error,
    example: "{paths: ['**/*.xcuserstate', '.env']}")

  private let paths: PatternList

  init(options: Options) throws(RuleSettingsError) { paths = try PatternList(options.paths, "paths") }

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    change.changes.files.filter { $0.status != .deleted && paths.matches($0.path) }.map {
      ChangeViolation("the file matches a pattern of forbidden_paths", path: $0.path)
    }
  }
}

struct ProtectedPathsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the protected files.", format: .globs) var paths: [String] = []
    @RuleOption("The accounts that may change the protected files.") var authors: [String] = []
    @RuleOption("Labels that permit the change; only accounts with triage permission can set labels.")
    var labels: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "protected_paths", summary: "Some files may only be changed by certain accounts.", needs: [.author],
    example: "{paths: [.github/**, Package.swift], authors: [ada], labels: [infrastructure]}")

  private let options: Options
  private let paths: PatternList

  init(options: Options) throws(RuleSettingsError) {
    self.options = options
    paths = try PatternList(options.paths, "paths")
  }

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let author = change.author?.lowercased()
    guard !options.authors.contains(where: { $0.lowercased() == author }),
      !change.hasLabel(among: options.labels)
    else { return [] }
    return change.changes.files.filter(paths.touches).map {
      ChangeViolation("the file matches a pattern of protected_paths", path: $0.path)
    }
  }
}

/// Files of one kind that are changed without files of another kind.
struct RequiredPathsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the files whose change requires another change.", format: .globs) var when: [String] = []
    @RuleOption("Patterns of the files of which at least one must then be changed.", format: .globs)
    var require: [String] = []
    @RuleOption(.unlessLabels) var unlessLabels: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "required_paths", summary: "Changes of some files require changes of others.",
    example: "{when: [Sources/API/**], require: [Documentation/**]}")

  private let options: Options
  private let when: PatternList
  private let require: PatternList

  init(options: Options) throws(RuleSettingsError) {
    self.options = options
    when = try PatternList(options.when, "when")
    require = try PatternList(options.require, "require")
  }

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let files = change.changes.files
    guard !change.hasLabel(among: options.unlessLabels),
      let first = files.first(where: when.touches), !files.contains(where: require.touches)
    else { return [] }
    return [
      ChangeViolation(
        "\"\(first.path)\" is changed, but no file that matches \(options.require.joined(separator: ", "))")
    ]
  }
}

struct TestsRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the files that need tests.", format: .globs) var sources = ["Sources/**/*.swift"]
    @RuleOption("Patterns of the tests.", format: .globs) var tests = ["Tests/**"]
    @RuleOption("The number of new lines of sources that requires a test.", allowed: 0...100_000) var minimumLines = 5
    @RuleOption(.unlessLabels) var unlessLabels: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "tests", summary: "Add tests for new code.", isRecommended: true, example: "{minimum_lines: 10}")

  private let options: Options
  private let sources: PatternList
  private let tests: PatternList

  init(options: Options) throws(RuleSettingsError) {
    self.options = options
    sources = try PatternList(options.sources, "sources")
    tests = try PatternList(options.tests, "tests")
  }

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let files = change.changes.files
    let lines = files.filter { sources.matches($0.path) }.reduce(0) { $0 + $1.newLines.count }
    guard lines > options.minimumLines, !files.contains(where: { $0.status != .deleted && tests.matches($0.path) }),
      !change.hasLabel(among: options.unlessLabels)
    else { return [] }
    return [ChangeViolation("\(counted(lines, "line")) of sources are new, but no test is changed")]
  }
}

struct ChangelogRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Patterns of the changelogs.", format: .globs) var files = ["CHANGELOG.md"]
    @RuleOption("Patterns of the files whose changes require an entry.", format: .globs) var when = ["Sources/**"]
    @RuleOption(.unlessLabels) var unlessLabels = ["no changelog"]
  }

  static let description = ChangeRuleDescription(
    id: "changelog", summary: "Add an entry to the changelog for changes that users notice.",
    example: "{files: [CHANGELOG.md], unless_labels: [no changelog]}")

  private let rule: RequiredPathsRule
  private let files: [String]

  init(options: Options) throws(RuleSettingsError) {
    var required = RequiredPathsRule.Options()
    (required.when, required.require, required.unlessLabels) = (options.when, options.files, options.unlessLabels)
    rule = try RequiredPathsRule(options: required)
    files = options.files
  }

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    rule.violations(in: change).map { _ in
      ChangeViolation("\(files.joined(separator: ", ")) has no entry for this change")
    }
  }
}
