// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

@testable import ConfigurationFiles
import Findings
import Foundation
import Testing

struct ConfigurationReferenceTests {
  private let reference = ConfigurationReference(catalogue: catalogue)

  @Test func `the default file contains the defaults`() throws {
    let read = try ConfigurationReader(catalogue: catalogue).read(text: reference.defaultFile, file: "f")
    #expect(read == ReviewConfiguration(catalogue: catalogue))
  }

  @Test func `the schema has all sections, and schema and page contain keys and options`() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(reference.schema.utf8)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: Any])
    #expect(
      properties.keys.sorted() == [
        "build", "checkout", "comment", "coverage", "extends", "informational", "inline", "lint", "paths",
        "pull_request",
        "rules", "suppressions", "tests", "unchecked", "version",
      ])
    for name in ["time_limit", "min_lines", "threshold"] { #expect(reference.page.contains(name)) }
    for name in ["time_limit", "min_lines", "threshold", "line_length", "ignores_urls"] {
      #expect(reference.schema.contains("\"\(name)\""))
    }
  }

  /// Rules with and without options, in both sections.
  private let complete = ConfigurationReference(
    catalogue: RuleCatalogue(
      rules: catalogue.rules, presets: ["strict": ["todo"]],
      changeRules: [
        RuleCatalogue.Rule(
          id: "size", summary: "Size.", severity: .warning, isOptIn: true,
          options: [RuleCatalogue.Option(name: "lines", summary: "Lines.", defaultValue: 400, allowed: 0...9000)]),
        RuleCatalogue.Rule(id: "signed", summary: "Signed.", severity: .error, isOptIn: true),
      ], changePresets: ["recommended": ["size"]]))

  @Test func `the schema accepts the default file`() throws {
    #expect(try schemaProblems(complete.defaultFile) == [])
  }

  @Test(arguments: [
    ("rules: {preset: strict, force_try: error, line_length: {severity: off, limit: 80, excluded: [a]}}", []),
    ("rules: {my_rule: off, other: {included: [Sources]}}", []),
    ("rules: {force_try: loud}", ["rules.force_try: anyOf"]),
    ("rules: {force_try: {limit: 80}}", ["rules.force_try: anyOf"]),
    ("rules: {line_length: {limit: 2000}}", ["rules.line_length: anyOf"]),
    ("rules: {line_length: {excluded: a}}", ["rules.line_length: anyOf"]),
    ("rules: {my_rule: {limit: 80}}", ["rules.my_rule: anyOf"]),
    ("lint: {overrides: [{path: a, rules: {force_try: off}}]}", []),
    ("lint: {overrides: [{path: a, rules: {force_try: loud}}]}", ["lint.overrides.0.rules.force_try: anyOf"]),
    ("pull_request: {rules: {preset: recommended, signed: on, size: [{lines: 9, message: m}, error]}}", []),
    ("pull_request: {rules: {signed: {lines: 9}}}", ["pull_request.rules.signed: anyOf"]),
    ("pull_request: {rules: {size: [{lines: x}]}}", ["pull_request.rules.size: anyOf"]),
    ("pull_request: {rules: {other: on}}", ["pull_request.rules: additionalProperties other"]),
  ])
  func `the schema validates the settings of rules`(text: String, problems: [String]) throws {
    #expect(try schemaProblems("version: 1\n\(text)") == problems)
  }

  @Test func `the schema defines the settings that rules share once, and describes each rule`() throws {
    let text = complete.schema
    #expect(text.ranges(of: #/"off",\s+"on",/#).count == 1)
    #expect(text.ranges(of: #""Path patterns.""#).count == 2, "once for rules, once for the paths of an override")
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: Any])
    #expect(definitions.keys.filter { !text.contains("#/$defs/\($0)\"") } == [])
    let rules = try #require((definitions["rules"] as? [String: Any])?["properties"] as? [String: [String: Any]])
    #expect(
      rules.mapValues { $0["description"] as? String } == [
        "force_try": "Force.", "line_length": "Long.", "preset": "The rules to start from.", "todo": "Todo.",
      ])
    // Editors let the description of a definition win over the one beside its reference.
    #expect((definitions["rule"] as? [String: Any])?["description"] == nil)
  }

  private func schemaProblems(_ text: String) throws -> [String] {
    var problems = ProblemList(file: "f")
    let root = try #require(YAMLText(text).root(&problems))
    return try SchemaCheck(complete.schemaValue).problems(root).sorted()
  }
}
