// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import RuleTesting
import SwiftSource
import Testing

struct RuleExamplesTests {
  @Test(arguments: BuiltInRules.all.map { $0.description.id })
  func `the examples of every rule have the expected findings`(id: String) throws {
    let rule = try #require(BuiltInRules.all.first { $0.description.id == id })
    #expect(ExampleRun(rule, among: BuiltInRules.all).problems() == [])
  }

  @Test func `no two rules have the same identifier`() {
    let ids = BuiltInRules.all.map { $0.description.id }
    #expect(Set(ids).count == ids.count)
  }
}

/// Messages of rules that check several things: each names the one that is wrong.
struct RuleMessagesTests {
  private static let closingBrace = "case is not aligned with the closing brace of its switch"

  @Test(
    arguments: [
      (
        "  switch n {\n  case 1: a()\n  default: b()\n}\n", false,
        ["2:3 \(closingBrace)", "3:3 \(closingBrace)"]
      ),
      (
        "switch n {\ncase 1: a()\n  default: b()\n}\n", false,
        ["3:3 case is not aligned with the first case of its switch"]
      ),
      (
        "switch n {\ncase 1: a()\n}\n", true,
        ["2:1 case is not indented from the closing brace of its switch"]
      ),
    ] as [(String, Bool, [String])])
  func `switch_case_alignment names what the case is compared with`(
    text: String, isIndented: Bool, expected: [String]
  ) throws {
    let setting = RuleSetting(isOn: true, options: ["indented_cases": .boolean(isIndented)])
    let linter = try RuleLinter(
      rules: BuiltInRules.all.filter { $0.description.id == "switch_case_alignment" },
      settings: RuleSettings(rules: ["switch_case_alignment": setting]), width: 1)
    let found = linter.findings(in: SourceText(path: "a.swift", text: text)).findings
    #expect(found.map { "\($0.range.startLine):\($0.range.startColumn) \($0.message)" } == expected)
  }
}
