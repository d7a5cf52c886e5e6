// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Findings
import Foundation
import RuleSources
import Rules
import SwiftSource

@main
struct LintDev: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint-dev", abstract: "The tools of the package Lint, for authors of rules.",
    subcommands: [NewRuleCommand.self, CheckCommand.self])
}

struct NewRuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-rule", abstract: "Create the file of a rule, and add it to the list of rules.",
    discussion: "Then write its examples and its check, and run swift test --filter RuleExamplesTests.")

  @Argument(help: "The identifier of the rule in configurations, such as no_foo.")
  var id: String

  @Option(help: "The folder of similar rules in Sources/Rules/BuiltIn, such as Idioms.")
  var topic: String

  @Option(help: "\(RuleDescription.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind = RuleDescription.Kind.lint.rawValue

  @Option(help: "The folder with the Package.swift of the rules.")
  var root = "."

  func validate() throws {
    guard RuleDescription.Kind(rawValue: kind) != nil else { throw ValidationError("unknown kind of rule \(kind)") }
  }

  func run() throws {
    for path in try NewRule(id: id, topic: topic, kind: kind, in: RuleFolder(root)).write() { print(path) }
  }
}

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Apply the rules to Swift files, without a configuration or a repository.",
    discussion: "Without --rule and --all, the rules that are on by default, except those that swift-format replaces. "
      + "Prints the findings, and fails if there are any.")

  @Option(help: "The identifier of the only rule to apply; can be repeated.")
  var rule: [String] = []

  @Flag(help: "Apply all rules.")
  var all = false

  @Argument(help: "Files, and folders with all Swift files below them.")
  var paths = ["Sources", "Tests", "Tools"]

  func run() throws {
    let linter = try BuiltInRulesAssembly().linter(
      LintDevSettings.settings(only: all ? BuiltInRules.all.map { $0.description.id } : rule))
    var count = 0
    let files = try paths.flatMap(SwiftFiles.at)
    for path in files {
      let text = SourceText(path: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
      let result = linter.findings(in: text)
      for finding in result.findings {
        print("\(finding.place): \(finding.severity): \(finding.message) (\(finding.rule))")
      }
      for note in result.notes { print(note) }
      count += result.findings.count + result.notes.count
    }
    print("\(counted(count, "finding")) in \(counted(files.count, "file"))")
    guard count == 0 else { throw ExitCode.failure }
  }
}

/// The settings for the sources of this package: those of `.reviewbot.yml` above it.
enum LintDevSettings {
  /// `swift format lint` checks the first two.
  private static let off = [
    "line_length", "closure_parameter_position", "large_tuple", "unused_enumerated", "shorthand_operator",
    "cyclomatic_complexity", "function_body_length",
  ]

  static func settings(only ids: [String]) -> RuleSettings {
    if ids.isEmpty {
      var rules = Dictionary(uniqueKeysWithValues: off.map { ($0, RuleSetting(isOn: false)) })
      // Patterns that keys are compared with.
      rules["secret_in_source"] = RuleSetting(
        excluded: ["**/SourceTextRules.swift", "Tests/**"].compactMap { Glob($0) })
      return RuleSettings(rules: rules)
    }
    var rules = Dictionary(
      uniqueKeysWithValues: BuiltInRules.all.map { ($0.description.id, RuleSetting(isOn: false)) })
    for id in ids { rules[id] = RuleSetting(isOn: true) }
    return RuleSettings(rules: rules)
  }
}
