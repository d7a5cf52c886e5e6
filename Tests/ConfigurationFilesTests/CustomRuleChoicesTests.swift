// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ConfigurationFiles

/// Rules of `lint.custom` and of SwiftLint's `custom_rules`, set under `rules` and `lint.overrides`.
struct CustomRuleChoicesTests {
  private static let defined = "lint: {custom: [{id: no_print, message: m, regex: x, excluded: [Tools]}]}\n"

  private func load(
    _ text: String, _ files: [String: String] = [:], defaults: String? = nil
  ) throws -> LoadedConfiguration {
    let own = try defaults.map {
      try OperatorDefaults(text: "version: 1\n" + $0, file: "server.yml", catalogue: catalogue)
    }
    return try ConfigurationReader(catalogue: catalogue, defaults: own).load(
      text: "version: 1\n" + text, file: ConfigurationReader.fileName, files: RepositoryFiles(files))
  }

  private func rules(
    _ text: String, _ files: [String: String] = [:], defaults: String? = nil
  ) throws -> [String] {
    try load(text, files, defaults: defaults).configuration.customRules.map(shown)
  }

  private func problems(_ text: String, _ files: [String: String] = [:]) throws -> [String] {
    do {
      _ = try load(text, files)
      return []
    } catch let error as ConfigurationError {
      return error.problems.map { "\($0)" }
    }
  }

  private func shown(_ rule: CustomRule) -> String {
    "\(rule.id) \(rule.isOn ? rule.severity.rawValue : "off") "
      + "\(rule.includedPaths.map(\.pattern)) \(rule.excludedPaths.map(\.pattern))"
  }

  @Test(arguments: [
    ("", "no_print warning [] [\"Tools\"]"),
    ("rules: {no_print: error}", "no_print error [] [\"Tools\"]"),
    ("rules: {no_print: off}", "no_print off [] [\"Tools\"]"),
    ("rules: {no_print: {included: [Sources], excluded: []}}", "no_print warning [\"Sources\"] []"),
    ("rules: {no_print: {severity: note}, preset: strict}", "no_print note [] [\"Tools\"]"),
  ])
  func `a custom rule is configured like a built-in rule`(text: String, expected: String) throws {
    let presets = RuleCatalogue(rules: catalogue.rules, presets: ["strict": ["todo"]])
    let configuration = try ConfigurationReader(catalogue: presets)
      .read(text: "version: 1\n" + Self.defined + text, file: "f")
    #expect(configuration.customRules.map(shown) == [expected])
  }

  @Test func `a custom rule can be configured in another file than its definition`() throws {
    let extended = ["a.yml": "version: 1\n" + Self.defined + "rules: {no_tabs: off}\n"]
    let own = "extends: a.yml\nlint: {custom: [{id: no_tabs, message: m, regex: x}]}\nrules: {no_print: error}\n"
    #expect(try rules(own, extended) == ["no_print error [] [\"Tools\"]", "no_tabs off [] []"])
  }

  @Test func `a custom rule of SwiftLint's configuration can be configured`() throws {
    let file = [".swiftlint.yml": "custom_rules:\n  No-Print:\n    regex: print\n    severity: error\n"]
    let own = "lint: {swiftlint: .swiftlint.yml}\nrules: {No-Print: note}\n"
    #expect(try rules(own, file) == ["No-Print note [] []"])
  }

  @Test func `a custom rule of SwiftLint's file with the name of a built-in rule is ignored with a note`() throws {
    let file = [".swiftlint.yml": "custom_rules:\n  todo:\n    regex: print\n"]
    let loaded = try load("lint: {swiftlint: .swiftlint.yml}\n", file)
    #expect(loaded.configuration.customRules == [])
    #expect(
      loaded.notes == [
        "custom_rules: \"todo\" is the name of a built-in rule, and the custom rule is ignored; give it another name"
      ])
  }

  @Test func `an override configures a custom rule for some files`() throws {
    let text = """
      lint:
        custom: [{id: no_print, message: m, regex: x}]
        overrides: [{path: Tests, rules: {no_print: off, todo: error}}]

      """
    let loaded = try load(text)
    let override = try #require(loaded.configuration.lint.overrides.first)
    #expect(override.rules.mapValues(\.level) == ["no_print": "off", "todo": "error"])
    #expect(loaded.text(showsOrigins: false).contains("        no_print: off\n"))
    #expect(
      try load(loaded.text(showsOrigins: false).replacing("version: 1\n", with: "")).configuration
        == loaded.configuration)
  }

  @Test(arguments: [
    ("rules: {no_prin: off}", "3:9: unknown rule \"no_prin\"; did you mean no_print?"),
    ("rules: {something_else: off}", "3:9: unknown rule \"something_else\"; reviewbot rules lists the rules"),
    ("rules: {no_print: loud}", "3:19: no_print: expected one of off, on, note, warning, error, found \"loud\""),
    (
      "rules: {no_print: {limit: 3}}",
      "3:20: unknown option of no_print \"limit\"; valid names are severity, included, excluded"
    ),
  ])
  func `invalid settings of custom rules are rejected`(text: String, message: String) throws {
    #expect(try problems(Self.defined + text + "\n") == [".reviewbot.yml:\(message)"])
  }

  @Test func `a rule whose definition is invalid is not also reported as unknown`() throws {
    let invalid =
      "lint: {custom: [{id: no_print, message: m, regex: \"(\", kind: a}]}\nrules: {no_print: off, a: off}\n"
    let found = try problems(invalid)
    #expect(found.count == 2)
    #expect(found.last == ".reviewbot.yml:3:24: unknown rule \"a\"; reviewbot rules lists the rules")
    let extended = ["a.yml": "version: 1\ncoverag: {}\nrules: {no_print: off}\n"]
    #expect(
      try problems("extends: a.yml\n" + Self.defined, extended)
        == ["a.yml:2:1: unknown section \"coverag\"; did you mean coverage?"])
  }

  @Test func `a custom rule is unchanged after writing and reading the configuration`() throws {
    let loaded = try load(Self.defined + "rules: {no_print: {severity: error, included: [Sources]}}\n")
    let text = loaded.text(showsOrigins: true)
    #expect(text.contains("\n  no_print:\n    severity: error  # .reviewbot.yml\n    included: [\"Sources\"]"))
    let again = try load(loaded.text(showsOrigins: false).replacing("version: 1\n", with: ""))
    #expect(again.configuration == loaded.configuration)
  }

  // MARK: The operator's rules

  @Test(arguments: [
    (Self.defined, "rules: {no_print: off}", ["no_print warning [] [\"Tools\"]"], 1),
    (Self.defined, "rules: {no_print: note}", ["no_print warning [] [\"Tools\"]"], 1),
    (Self.defined, "rules: {no_print: error}", ["no_print error [] [\"Tools\"]"], 0),
    (Self.defined, "rules: {no_print: {excluded: [Tools, Tests]}}", ["no_print warning [] [\"Tools\"]"], 1),
    (
      Self.defined + "locked: [lint.custom.no_print]\n", "rules: {no_print: error}",
      ["no_print warning [] [\"Tools\"]"], 1
    ),
    (Self.defined + "locked: [rules.no_print]\n", "rules: {no_print: error}", ["no_print warning [] [\"Tools\"]"], 1),
    (
      Self.defined + "rules: {no_print: error}\n", "lint: {swiftlint: .swiftlint.yml}",
      ["no_print error [] [\"Tools\"]"], 0
    ),
    (Self.defined + "rules: {no_print: error}\n", "rules: {no_print: warning}", ["no_print error [] [\"Tools\"]"], 1),
  ])
  func `a repository cannot loosen a custom rule of the operator`(
    defaults: String, text: String, expected: [String], notes: Int
  ) throws {
    let files = [".swiftlint.yml": "disabled_rules: [todo]\n"]
    let loaded = try load(text + "\n", files, defaults: defaults)
    #expect(loaded.configuration.customRules.map(shown) == expected)
    #expect(loaded.notes.count == notes, "\(loaded.notes)")
    for note in loaded.notes { #expect(note.hasPrefix(".reviewbot.yml:2: rules.no_print")) }
  }

  @Test func `a repository cannot loosen a custom rule of the operator for some files`() throws {
    let text = "lint:\n  overrides:\n    - path: Tests\n      rules: {no_print: off}\n"
    let loaded = try load(text, defaults: Self.defined)
    #expect(loaded.configuration.lint.overrides.map(\.rules) == [[:]])
    #expect(loaded.notes.count == 1)
    #expect(loaded.notes.first?.hasPrefix(".reviewbot.yml:5: lint.overrides.no_print: ") == true)
  }
}
