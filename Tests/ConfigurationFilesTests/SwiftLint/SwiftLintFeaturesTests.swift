// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Testing

@testable import ConfigurationFiles

/// Each feature of `.swiftlint.yml`, with its effect on a whole configuration.
struct SwiftLintFeaturesTests {
  private static let defaults = "on: force_try line_length todo"

  /// The keys, a file, and the differences of its result from an empty file's.
  private static let features: [(key: String, text: String, effect: String)] = [
    ("disabled_rules", "disabled_rules: [todo, line_length]", "on: force_try"),
    ("opt_in_rules", "disabled_rules: [force_try]\nopt_in_rules: [all]", "on: line_length todo"),
    ("only_rules", "only_rules: [todo]", "on: todo"),
    (
      "analyzer_rules", "analyzer_rules: [unused_import, capture_variable]",
      "note: 2 rules of SwiftLint are not run: \"capture_variable\", \"unused_import\" need a compiler log"
    ),
    ("included", "included: [Sources, Tests]", "included: Sources Tests"),
    ("excluded", "excluded: Sources/Generated", "excluded: Sources/Generated"),
    ("line_length", "line_length: 100", "limit: 100"), ("line_length", "line_length: {limit: 90}", "limit: 90"),
    ("line_length", "line_length: error", "severity: error"),
    ("custom_rules", "custom_rules: {no_x: {regex: x}}", "custom: no_x warning /x/ 0 regex matched"),
    (
      "custom_rules",
      "custom_rules: {a: {name: N, regex: (x)(y), capture_group: 2, message: m, severity: error, included: A, excluded: [B]}}",
      "custom: a error /(x)(y)/ 2 m in A not B"
    ),
    (
      "custom_rules", "custom_rules: {a: {regex: x, match_kinds: [comment]}}",
      "custom: a warning /x/ 0 regex matched of comment"
    ),
    (
      "custom_rules", "custom_rules: {a: {regex: x, excluded_match_kinds: string}}",
      "custom: a warning /x/ 0 regex matched except string"
    ),
    ("strict", "strict: true", "severity: error"), ("lenient", "force_try: error\nlenient: true", ""),
    ("warning_threshold", "warning_threshold: 7", "threshold: 7"),
    ("baseline", "baseline: known.json", "baseline: known.json"),
    ("parent_config", "parent_config: parent.yml", "limit: 77"),
    ("child_config", "child_config: child.yml", "limit: 66"),
    ("reporter", "reporter: xcode", ""), ("cache_path", "cache_path: x", ""),
    ("check_for_updates", "check_for_updates: true", ""),
    (
      "array_init", "array_init: error",
      "note: the rule \"array_init\" of SwiftLint is not available"
    ),
  ]
  private static let others = ["parent.yml": "line_length: 77\n", "child.yml": "line_length: 66\n"]
  /// Rules with SwiftLint's defaults.
  private static let rules = RuleCatalogue(rules: [
    RuleCatalogue.Rule(
      id: "line_length", summary: "Long.", severity: .warning, isOptIn: false,
      options: [RuleCatalogue.Option(name: "limit", summary: "How long.", defaultValue: 120)]),
    RuleCatalogue.Rule(id: "force_try", summary: "Force.", severity: .warning, isOptIn: false),
    RuleCatalogue.Rule(id: "todo", summary: "Todo.", severity: .warning, isOptIn: false),
  ])

  private func described(_ text: String) throws -> Set<String> {
    var notes: [String] = []
    let configuration = try ConfigurationReader(catalogue: Self.rules).read(
      text: nil, file: "f", files: RepositoryFiles(Self.others.merging([".swiftlint.yml": text]) { $1 }), notes: &notes)
    let lint = configuration.lint
    var lines = [
      "on: " + configuration.rules.filter { $0.value.isOn }.keys.sorted().joined(separator: " "),
      "included: " + lint.included.map(\.pattern).joined(separator: " "),
      "excluded: " + lint.excluded.map(\.pattern).joined(separator: " "), "baseline: \(lint.baseline)",
      "threshold: \(lint.warningThreshold ?? 0)",
      "limit: \(configuration.rules["line_length"]?.options["limit"]?.description ?? "")",
      "severity: \(configuration.rules["line_length"]?.severity.rawValue ?? "")",
    ]
    lines += lint.customRules.map { rule in
      func listed(_ word: String, _ values: some Sequence<String>) -> String {
        let text = values.sorted().joined(separator: " ")
        return text.isEmpty ? "" : " \(word) \(text)"
      }
      return "custom: \(rule.id) \(rule.severity.rawValue) /\(rule.regex)/ \(rule.captureGroup) \(rule.message)"
        + listed("in", rule.included) + listed("not", rule.excluded) + listed("of", rule.matchKinds)
        + listed("except", rule.excludedMatchKinds)
    }
    return Set(lines + notes.map { "note: \($0)" })
  }

  @Test(arguments: features.indices) func `each feature has its effect and no other`(index: Int) throws {
    let feature = Self.features[index]
    let plain = try described("")
    #expect(plain.contains(Self.defaults))
    let new = try described(feature.text).subtracting(plain)
    #expect(new == (feature.effect.isEmpty ? [] : [feature.effect]), "\(feature.text)")
  }

  @Test func `the documentation names the keys of SwiftLint that have a feature test, and no others`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Documentation/lint.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "## SwiftLint's configuration"))
    let section = text[start.upperBound...].prefix { _ in true }.components(separatedBy: "\n## ")[0]
    let named = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .flatMap { $0.split(separator: "|")[0].matches(of: /`([a-z_]+)`/).map { String($0.1) } }
    #expect(named.count > 10)
    // The page describes rules as keys without their names.
    let rules: Set = ["line_length", "array_init"]
    #expect(Set(named).subtracting(["all"]) == Set(Self.features.map(\.key)).subtracting(rules))
  }
}
