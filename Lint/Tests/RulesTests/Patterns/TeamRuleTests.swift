// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import Testing

@testable import Rules

/// Rules of `lint.custom` in the linter.
struct TeamRuleTests {
  private func rule(
    _ regex: String, _ scope: CustomRule.Scope = .code, message: String = "m", fix: String? = nil
  ) -> CustomRule {
    var rule = CustomRule(id: "no_x", message: message, regex: regex)
    rule.scope = scope
    rule.fix = fix
    return rule
  }

  private func rule(pattern: String, message: String = "m", fix: String? = nil) -> CustomRule {
    var rule = CustomRule(id: "no_x", message: message, regex: "")
    rule.syntax = SyntaxPattern(pattern: pattern)
    rule.fix = fix
    return rule
  }

  private func linter(_ rule: CustomRule) throws -> RuleLinter {
    try RuleLinter(rules: [], settings: RuleSettings(customRules: [rule]), width: 1)
  }

  private func positions(_ rule: CustomRule, _ text: String, path: String = "a.swift") throws -> [String] {
    try linter(rule).findings(in: SourceText(path: path, text: text)).findings
      .map { "\($0.range.startLine):\($0.range.startColumn)-\($0.range.endColumn)" }
  }

  @Test(arguments: [("(a*)*b?", "$$$$$$"), ("(?s).+", "$0$0")])
  func `a correction that causes its own finding again is stopped`(regex: String, fix: String) throws {
    let rule = rule(regex, .files, fix: fix)
    let text = String(repeating: "a c ", count: 500)
    let corrected = try #require(try linter(rule).corrected(SourceText(path: "a.md", text: text)))
    #expect(corrected.bytes.count <= 2 * text.utf8.count + 4_096)
    #expect(
      corrected.notes.sentences == ["a.md was not corrected further for no_x: it would be more than twice as long"])
  }

  @Test func `a correction that makes a text too large is left out`() throws {
    let rule = rule("(?s).+", .files, fix: String(repeating: "$0", count: 1_000))
    let text = String(repeating: "a", count: 100_000)
    #expect(try linter(rule).corrected(SourceText(path: "a.md", text: text)) == nil)
    #expect(try positions(rule, text, path: "a.md").count == 1)
  }

  private func fixed(_ rule: CustomRule, _ text: String) throws -> String? {
    try linter(rule).corrected(SourceText(path: "a.swift", text: text)).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      (.code, ["1:5-6"]), (.comments, ["2:4-5", "3:5-6"]), (.strings, ["1:10-11"]),
      (.files, ["1:5-6", "1:10-11", "2:4-5", "3:5-6"]),
    ] as [(CustomRule.Scope, [String])])
  func `a regex is applied to the scope of its rule`(scope: CustomRule.Scope, expected: [String]) throws {
    #expect(try positions(rule("x", scope), "let x = \"x\"\n// x\n/// x\n") == expected)
  }

  @Test func `only the scope files includes files that are not Swift`() throws {
    #expect(try positions(rule("x", .files), "x", path: "a.md") == ["1:1-2"])
    #expect(try positions(rule("x", .code), "x", path: "a.md") == [])
  }

  @Test func `included and excluded paths select files`() throws {
    var rule = rule("x", .files)
    rule.includedPaths = [try #require(Glob("Docs"))]
    rule.excludedPaths = [try #require(Glob("Docs/old.md"))]
    #expect(try positions(rule, "x", path: "Docs/a.md") == ["1:1-2"])
    #expect(try positions(rule, "x", path: "Docs/old.md") == [])
    #expect(try positions(rule, "x", path: "a.md") == [])
  }

  @Test func `a dot does not match a line break`() throws {
    #expect(try positions(rule("a.*b"), "a\nb\na b\n") == ["3:1-4"])
  }

  @Test(arguments: [
    ("(\\w+)Manager", "$1 of $0 for $$5", "Big of BigManager for $5"), ("(?<name>\\w+)Manager", "${name}", "Big"),
    ("Big(\\n)?Manager", "[$1]", "[]"),
  ])
  func `a message contains the captured groups of a regex`(regex: String, message: String, expected: String) throws {
    let found = try linter(rule(regex, message: message)).findings(in: SourceText(path: "a.swift", text: "BigManager"))
    #expect(found.findings.map(\.message) == [expected])
  }

  @Test func `captured text in a message is one short line`() throws {
    let code = "f(\"\"\"\n  a\n  b\n  \(String(repeating: "x", count: 200))\n  \"\"\")"
    let found = try linter(rule(pattern: "f($X)", message: "<$X>")).findings(
      in: SourceText(path: "a.swift", text: code))
    #expect(found.findings.map(\.message) == ["<\"\"\" a b \(String(repeating: "x", count: 72))…>"])
  }

  @Test(
    arguments: [
      ("NSMakeRect\\((\\w+), (\\w+)\\)", "CGRect($2, $1)", "a = NSMakeRect(b, c)", "a = CGRect(c, b)"),
      ("foo", "$0bar$$", "foo", nil), (";$", "", "a;", "a"),
    ] as [(String, String, String, String?)])
  func `a correction uses groups of a regex`(regex: String, fix: String, code: String, expected: String?) throws {
    let result = try fixed(rule(regex, fix: fix), code)
    if let expected { #expect(result == expected) } else { #expect(result != code) }
  }

  @Test func `a match that contains a comment is reported but not corrected`() throws {
    #expect(try fixed(rule("a\\s+b", fix: "c"), "a /* why */ b\n") == nil)
    #expect(try positions(rule("a\\s+b", fix: "c"), "a /* why */ b\n").count == 1)
  }

  @Test(arguments: [
    ("try! $X", "try $X", "let a = try! b()", "let a = try b()"),
    ("$X.count == 0", "$X.isEmpty", "if a, b.c.count == 0 {}", "if a, b.c.isEmpty {}"),
    ("log($A, $$$REST)", "trace($$$REST, to: $A)", "log(a)\nlog(a, b, c: 1)", "trace(to: a)\ntrace(b, c: 1, to: a)"),
    ("old($X)", "new(${X})", "old(old(1))", "new(new(1))"),
    ("$X.filter { $$$P }.isEmpty", "!$X.contains { $$$P }", "a.filter { $0 == b }.isEmpty", "!a.contains { $0 == b }"),
  ])
  func `a correction uses captures of a pattern`(pattern: String, fix: String, code: String, expected: String) throws {
    #expect(try fixed(rule(pattern: pattern, fix: fix), code) == expected)
  }

  @Test func `a correction that does not parse is left out`() throws {
    let corrected = try linter(rule(pattern: "f($X)", fix: "g($X")).corrected(
      SourceText(path: "a.swift", text: "f(1)\n"))
    #expect(corrected?.notes.sentences == ["a.swift was not fully corrected for no_x: the result does not parse"])
    #expect(corrected.map { String(decoding: $0.bytes, as: UTF8.self) } == "f(1)\n")
  }

  @Test func `a comment suppresses a custom rule by its name`() throws {
    let text = "f(1) // reviewbot:disable:this no_x -- needed\n"
    let rules = BuiltInRules.all.filter { $0.description.id == "invalid_suppression" }
    let linter = try RuleLinter(
      rules: rules, settings: RuleSettings(customRules: [rule(pattern: "f($X)")]), width: 1)
    #expect(linter.findings(in: SourceText(path: "a.swift", text: text)).findings == [])
  }

  @Test(
    arguments: [
      ("message", "$2", nil), ("fix", "m", "${b}"), ("message", "${b}", nil),
    ] as [(String, String, String?)])
  func `a capture that a regex does not bind is an error`(key: String, message: String, fix: String?) {
    let problems = CompiledRule.problems(of: rule("(?<a>x)", message: message, fix: fix))
    #expect(problems.map(\.key) == [key])
    #expect(problems.first?.message.hasSuffix("is never captured; captures are $0, $1, $a") == true)
  }

  @Test func `a capture that a pattern does not bind is an error`() {
    #expect(
      CompiledRule.problems(of: rule(pattern: "f($X)", message: "$0 $Y"))
        == [CustomRuleProblem("message", "$Y is never captured; captures are $X")])
  }

  @Test func `a file that is not UTF-8 or does not parse is reported as a note`() throws {
    let bytes = SourceText(path: "a.swift", bytes: [0x66, 0xff])
    #expect(
      try linter(rule("f")).findings(in: bytes).notes.sentences
        == ["a.swift was not checked: custom rules were not applied, because it is not UTF-8"])
    let deep = SourceText(path: "a.swift", text: String(repeating: "(", count: 1000))
    let notes = try linter(rule(pattern: "f($X)")).findings(in: deep).notes.sentences
    #expect(notes.count == 1 && notes[0].hasPrefix("a.swift was not checked: custom rules that need its syntax "))
  }

  @Test func `failing examples of a rule are reported`() {
    var rule = rule(pattern: "f($X)", fix: "g($X)")
    rule.examples.good = [CustomRule.Example(code: "g(1)"), CustomRule.Example(code: "\nf(2)")]
    rule.examples.bad = [
      CustomRule.Example(code: "f(f(1))", fixed: "g(g(1))"), CustomRule.Example(code: "f(1)", fixed: "f(2)"),
      CustomRule.Example(code: "h()"),
    ]
    #expect(
      CustomRuleTest(rule).failures == [
        CustomRuleTest.Failure(code: "\nf(2)", reason: "a good example has a finding at line 2"),
        CustomRuleTest.Failure(code: "f(1)", reason: "the corrected code is \"g(1)\""),
        CustomRuleTest.Failure(code: "h()", reason: "a bad example has no finding"),
      ])
  }
}
