// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ReviewContract
import Rules
import SwiftSource
import SwiftSyntax

/// All rules on a Swift file that a stranger wrote, and their corrections.
final class RulesSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let words = [
    "func ", "class A: B {", "}", "{", "(", ")", "[", "]", "let a = ", "try! ", " as! ", "\"\\(", "\"\"\"\n", "#if a\n",
    "#endif\n", "// swiftlint:disable all\n", "// reviewbot:disable:next force_try -- a\n", "/*", "*/", "///", "@a ",
    ";", "\r\n", "\u{feff}", "where ", "switch a { case .b: ", "guard let a else { return }\n", " \t\n", "$0", "MARK:",
  ]
  private let linter: RuleLinter

  init() throws {
    let on = BuiltInRules.all.map { ($0.description.id, RuleSetting(isOn: true)) }
    linter = try RuleLinter(
      rules: BuiltInRules.all, settings: RuleSettings(rules: Dictionary(uniqueKeysWithValues: on)), width: 1,
      parseLimit: .seconds(5))
    let examples = BuiltInRules.all.flatMap { $0.description.triggering + $0.description.nonTriggering }
    corpus = [Array(FuzzCorpus.source.utf8)] + examples.prefix(600).map { Array($0.code.utf8) }
  }

  func look(at bytes: [UInt8]) -> FuzzLook {
    let text = SourceText(path: "a.swift", bytes: bytes)
    let found = linter.findings(in: text)
    if let problem = found.findings.lazy.compactMap({ Self.problem(with: $0, in: text) }).first {
      return .accepted("findings", problem: problem)
    }
    if let fixed = linter.corrected(text) {
      let again = SourceText(path: "a.swift", bytes: fixed.bytes)
      if Self.parses(text), !Self.parses(again) {
        return .accepted("corrected", problem: "the corrected file does not parse: \(fixed.counts)")
      }
    }
    return .accepted(Set(found.findings.map(\.rule)).sorted().prefix(3).joined(separator: " "))
  }

  private static func problem(with finding: Finding, in text: SourceText) -> String? {
    let range = finding.range
    guard (1...text.lines.count).contains(range.startLine), (1...text.lines.count).contains(range.endLine),
      (range.startLine, range.startColumn) <= (range.endLine, range.endColumn), range.startColumn >= 1
    else { return "\(finding.rule) is at \(range)" }
    if range.startColumn > text.lines.range(ofLine: range.startLine).count + 1 {
      return "\(finding.rule) is behind the end of line \(range.startLine)"
    }
    if finding.message.isEmpty || finding.message.contains("\n") { return "\(finding.rule) says \(finding.message)" }
    return nil
  }

  private static func parses(_ text: SourceText) -> Bool {
    guard let file = try? SourceFile(text).parse() else { return true }
    return !file.tree.hasError
  }
}

/// A rule by a regular expression (the first line) on the rest of the input.
final class RegexSubject: FuzzSubject {
  let corpus = ["(a+)+$\naaaaaaaaaaaaaaaaaaaaaaaaaaaaab\n", "\\blet (\\w+)\nlet ä = 1\nlet b = 2\n", "(?<a>x)|y\nxyx"]
    .map { Array($0.utf8) }
  let words = ["(?:", "(?<n>", ")*", "+", "{2,}", "[^", "\\b", "\\1", "(?i)", "(?=", "|", ".*", "\\p{L}", "aaaaaaaa"]

  func look(at bytes: [UInt8]) throws -> FuzzLook {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let rule = CustomRule(
      id: "r", message: "m", regex: String(decoding: bytes[..<end], as: UTF8.self),
      matchKinds: bytes.count.isMultiple(of: 2) ? ["identifier"] : [])
    let linter = try RuleLinter(rules: [], settings: RuleSettings(customRules: [rule]), width: 1)
    let text = SourceText(path: "a.swift", bytes: Array(bytes[end...]))
    let found = linter.findings(in: text)
    let problem = found.findings.contains { !(1...text.lines.count).contains($0.range.startLine) }
    return .accepted(
      "\(min(found.findings.count, 3)) \(found.notes.count)", problem: problem ? "a finding outside of the file" : nil)
  }
}

/// The reader of `.swiftlint.yml`, which a repository brings along.
final class SwiftLintSubject: FuzzSubject {
  let corpus = [
    """
    disabled_rules: [todo]
    opt_in_rules:
      - array_init
    only_rules: [force_try]
    included: [Sources]
    excluded: ["**/Generated"]
    line_length: {warning: 120, error: 200, ignores_urls: true}
    file_length: [400, 1000]
    force_cast: error
    custom_rules:
      no_x: {regex: "x", message: m, match_kinds: [comment], severity: error, capture_group: 0}
    parent_config: a.yml
    baseline: b.json
    strict: true
    warning_threshold: 3

    """
  ].map { Array($0.utf8) }
  let words = [
    "all", "- ", ": ", "{", "}", "[", "]", "\"", "'", "#", "&a", "*a", "!!str", "|\n", "  ", "analyzer_rules:",
    "nesting: {type_level: {warning: 1}}", "severity: error", "../", "/", "https://a.example/b.yml",
    "999999999999999999999",
  ]
  private let reader = ConfigurationReader(catalogue: RuleCatalogue(BuiltInRules.all))

  func look(at bytes: [UInt8]) -> FuzzLook {
    do {
      var notes: [String] = []
      let text = String(decoding: bytes, as: UTF8.self)
      let configuration = try reader.read(swiftLint: text, path: ".swiftlint.yml", files: .none, notes: &notes)
      let problem = notes.first { $0.contains("\n") || $0.utf8.count > 2000 }.map {
        "a note is not clear: \($0.prefix(200))"
      }
      return .accepted("\(configuration.rules.count { $0.value.isOn } / 16) \(min(notes.count, 4))", problem: problem)
    } catch {
      return .refused("\(error)".split(separator: "\n").first.map(String.init) ?? "")
    }
  }
}
