// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource
import Testing

/// Corrections with which a file does not parse.
struct BrokenCorrectionTests {
  @Test(arguments: [1, 2, 7, 60])
  func `a correction that breaks the text drops itself only`(count: Int) throws {
    let linter = try linter("let $A = fix($B)", "let $A = $B")
    let good = (1...count).map { "let good\($0) = fix(\($0))\n" }
    // `let` is not a value.
    let lines = good.prefix(count / 2) + ["let bad = fix(let)\n"] + good.dropFirst(count / 2)
    let text = SourceText(path: "a.swift", text: lines.joined())
    let fixed = linter.corrected(text)
    let corrected = fixed.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    #expect(corrected == lines.joined().replacing(#/fix\((\d+)\)/#) { $0.1 })
  }

  @Test func `no suggestion is offered for a correction that breaks the text`() throws {
    let linter = try RuleLinter(
      rules: [BreakCodeRule.self], settings: RuleSettings(rules: ["break_code": RuleSetting(isOn: true)]), width: 1)
    let found = linter.findings(in: SourceText(path: "a.swift", text: "func f() {}\n")).findings
    #expect(found.map(\.suggestion) == [nil])
  }

  @Test func `the neighbours of code that has no short form are corrected`() throws {
    let rule = try OneRule("syntactic_sugar")
    let code =
      "let a = [String: Array<(_ name: String) -> Void>]()\nlet b: Array<Int> = []\nlet c: Optional<Int> = nil\n"
    #expect(
      rule.corrected(code)
        == "let a = [String: Array<(_ name: String) -> Void>]()\nlet b: [Int] = []\nlet c: Int? = nil\n")
    #expect(rule.findings(in: code).map { $0.suggestion?.startLine } == [nil, 2, 3])
  }

  @Test func `corrections that overlap each other are all checked`() throws {
    let linter = try linter("f($A)", "$A +")
    let text = SourceText(path: "a.swift", text: "let a = f(f(f(1)))\n")
    #expect(linter.findings(in: text).findings.map(\.suggestion) == [nil, nil, nil])
  }

  @Test func `broken corrections of a rule are one note`() throws {
    let linter = try linter("f($A)", "[$A")
    let text = SourceText(path: "a.swift", text: String(repeating: "f(1)\n", count: 7))
    #expect(
      linter.corrected(text)?.notes.sentences == ["a.swift was not fully corrected for own: the result does not parse"])
  }

  private func linter(_ pattern: String, _ fix: String) throws -> RuleLinter {
    var rule = CustomRule(id: "own", message: "m", regex: "")
    rule.syntax = SyntaxPattern(pattern: pattern)
    rule.fix = fix
    return try RuleLinter(rules: [], settings: RuleSettings(customRules: [rule]), width: 1)
  }
}
