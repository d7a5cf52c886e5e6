// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Rules
import Testing

/// `lint.custom` of a configuration, read and compiled.
struct CustomRulesReadingTests {
  private static let reader = ConfigurationReader(catalogue: BuiltInRulesAssembly().catalogue)

  private func read(_ rules: String) throws -> [CustomRule] {
    let lines = rules.split(separator: "\n").map { "    \($0)\n" }.joined()
    return try Self.reader.read(text: "version: 1\nlint:\n  custom:\n\(lines)", file: "f").lint.custom
  }

  private func problems(_ rules: String) throws -> [String] {
    do {
      _ = try read(rules)
      return []
    } catch let error as ConfigurationError {
      return error.problems.map { "\($0)" }
    }
  }

  @Test func `all keys are read`() throws {
    let rules = try read(
      """
      - id: a1
        message: $1 of $0
        severity: error
        regex: (\\w+)
        in: files
        included: [Docs]
        excluded: ["**/a.md"]
        fix: ""
        examples: {good: ["1"], bad: [{code: b, fixed: c}]}
      - id: b1
        message: $X
        severity: off
        pattern: f($X)
        kind: function_call_expr
        selector: function_call_expr
        inside: "class $C { $$$ }"
        not_inside: [a, {kind: class_decl}]
        has: {pattern: g($Y)}
        not_has: b
        follows: c
        where: {X: a, $Y: {regex: b, not_regex: c, equals: $X}}
      """)
    var first = CustomRule(id: "a1", message: "$1 of $0", severity: .error, regex: "(\\w+)")
    first.scope = .files
    first.includedPaths = [try #require(Glob("Docs"))]
    first.excludedPaths = [try #require(Glob("**/a.md"))]
    first.fix = ""
    first.examples.good = [CustomRule.Example(code: "1")]
    first.examples.bad = [CustomRule.Example(code: "b", fixed: "c")]
    var second = CustomRule(id: "b1", message: "$X", regex: "")
    second.isOn = false
    second.syntax = SyntaxPattern(pattern: "f($X)", kind: "function_call_expr", selector: "function_call_expr")
    second.conditions.inside = [SyntaxPattern(pattern: "class $C { $$$ }")]
    second.conditions.notInside = [SyntaxPattern(pattern: "a"), SyntaxPattern(kind: "class_decl")]
    second.conditions.has = [SyntaxPattern(pattern: "g($Y)")]
    second.conditions.notHas = [SyntaxPattern(pattern: "b")]
    second.conditions.follows = [SyntaxPattern(pattern: "c")]
    second.conditions.captures = [
      CaptureCondition(name: "X", regex: "a"),
      CaptureCondition(name: "Y", regex: "b", notRegex: "c", equals: "X"),
    ]
    #expect(rules == [first, second])
  }

  @Test func `custom rules are unchanged after writing and reading`() throws {
    let text = """
      version: 1
      lint:
        custom:
          - {id: a1, message: "a\\nb", regex: '"\\t\\\\', fix: "", examples: {bad: ["c\\td"]}}
          - {id: b1, message: m, pattern: f($X), where: {X: {regex: a}}, inside: [{kind: class_decl}], severity: off}

      """
    let loaded = try Self.reader.load(text: text, file: "f", files: .none)
    let shown = loaded.text(showsOrigins: false)
    #expect(try Self.reader.read(text: shown, file: "g").lint.custom == loaded.configuration.lint.custom)
  }

  @Test(
    arguments: [
      (
        "- {id: a, message: m, pattern: \"try! (\"}",
        [
          "f:4:36: custom.a.pattern: the pattern does not parse at line 1, column 7: expected value and ')' to end tuple"
        ]
      ),
      ("- {id: a, message: $Y, pattern: f($X)}", ["f:4:24: custom.a.message: $Y is never captured; captures are $X"]),
      (
        "- {id: a, message: m, fix: $2, regex: (x)}",
        ["f:4:32: custom.a.fix: $2 is never captured; captures are $0, $1"]
      ),
      (
        "- {id: a, message: m, pattern: f($X), where: {Y: b}}",
        ["f:4:50: custom.a.where: $Y is never captured; captures are $X"]
      ),
      ("- {id: a, message: m, regex: (}", ["f:4:34: custom.a.regex: a regex is invalid; write it in ICU's syntax"]),
      ("- {id: a, message: m, kind: try}", ["f:4:33: custom.a.kind: unknown kind of node \"try\""]),
      (
        "- {id: a, message: m, regex: x}\n- {id: a, message: m, regex: y}",
        ["f:5:8: custom: the rule \"a\" is defined twice, first in line 4; give one of them another name"]
      ),
      (
        "- {id: force_try, message: m, regex: x}",
        ["f:4:8: custom: \"force_try\" is the name of a built-in rule; give the rule another name"]
      ),
      (
        "- {id: A b, message: m, regex: x}",
        [
          "f:4:8: custom: id: expected lower-case letters, digits and underscores, beginning with a letter, found \"A b\""
        ]
      ),
      ("- {id: a, message: m}", ["f:4:8: custom: expected either a regex, or a pattern or kind"]),
      (
        "- {id: a, message: m, regex: x, pattern: y}", ["f:4:27: custom: expected either a regex, or a pattern or kind"]
      ),
      ("- {id: a, message: m, regex: x, has: y}", ["f:4:37: custom: has: allowed only in rules with a pattern"]),
      ("- {id: a, message: m, pattern: x, in: code}", ["f:4:39: custom: in: allowed only in rules with a regex"]),
      (
        "- {id: a, message: m, regex: x, in: comment}",
        [
          "f:4:41: custom: in: expected one of code, comments, strings, files, found \"comment\"; did you mean comments?"
        ]
      ),
      ("- {id: a, regex: x}", ["f:4:7: custom: message is missing; add it, as in message: use the logger"]),
      (
        "a: {regex: x}",
        [
          "f:4:5: custom: expected a list of at most 200, each a mapping with id, message and a regex or a pattern, found a mapping"
        ]
      ),
    ] as [(String, [String])])
  func `invalid rules are reported with their place`(rules: String, expected: [String]) throws {
    #expect(try problems(rules) == expected)
  }

  @Test func `too many rules are rejected`() throws {
    let rules = (0..<201).map { "- {id: a\($0), message: m, regex: x}" }.joined(separator: "\n")
    #expect(try problems(rules) == ["f:4:5: custom: expected at most 200 rules, found 201; remove some of them"])
    let more = (0..<10_000).map { "- {id: a\($0), message: m, regex: x}" }.joined(separator: "\n")
    #expect(try problems(more) == ["f:1:1: the file has more than 65536 bytes; make it shorter"])
  }
}
