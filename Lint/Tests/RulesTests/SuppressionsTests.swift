// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SeededTesting
import SwiftSource
import Testing

@testable import Rules

/// The suppression of findings by comments, for many findings at once.
struct SuppressionsTests {
  private func silenced(_ text: String, _ findings: [(String, Int)]) -> [Bool] {
    comments(text, findings).map { $0 != nil }
  }

  private func comments(_ text: String, _ findings: [(String, Int)]) -> [Int?] {
    var suppressions = Suppressions(SourceFile(path: "a.swift", text: text).directives)
    return suppressions.silence(findings.map { Suppressions.Place(rule: $0.0, line: $0.1) })
  }

  @Test func `the nearest comment that suppresses a finding is known`() {
    let text = """
      // reviewbot:disable a
      x // reviewbot:disable:this a
      y
      // reviewbot:enable a
      // reviewbot:disable:next all
      z
      """
    #expect(comments(text, (1...7).map { ("a", $0) }) == [1, 2, 1, 1, nil, 5, nil])
  }

  @Test func `a comment for SwiftLint can have a rule's name of another version`() {
    let finding = [("redundant_self_in_closure", 2)]
    #expect(silenced("// swiftlint:disable:next redundant_self\n{ self.a }\n", finding) == [true])
    #expect(silenced("// swiftlint:disable redundant_self\n{ self.a }\n", finding) == [true])
    let enabled = "// swiftlint:disable redundant_self\n// swiftlint:enable redundant_self_in_closure\n{ self.a }\n"
    #expect(silenced(enabled, [("redundant_self_in_closure", 3)]) == [false])
    #expect(silenced("// reviewbot:disable:next redundant_self\n{ self.a }\n", finding) == [false])
  }

  @Test func `overlapping and adjacent suppressions are merged`() {
    let text = """
      // reviewbot:disable a
      // reviewbot:disable:next a
      x
      // reviewbot:enable a
      // reviewbot:disable:previous a b
      y
      // reviewbot:disable a
      z
      """
    let lines = (1...9).map { ("a", $0) }
    #expect(silenced(text, lines) == [true, true, true, true, false, false, true, true, true])
    #expect(silenced(text, [("b", 4), ("b", 5), ("c", 4)]) == [true, false, false])
  }

  @Test func `disabling all rules does not disable blanket_disable_command`() {
    let text = "// reviewbot:disable all\n"
    #expect(silenced(text, [("a", 7), ("blanket_disable_command", 7)]) == [true, false])
  }

  @Test(.thorough) func `all 20000 suppression comments of a file are applied`() throws {
    let count = 20_000
    let line = "a = 1; // reviewbot:disable:this trailing_semicolon\n"
    let rules = BuiltInRules.all.filter {
      ["trailing_semicolon", "superfluous_disable_command"].contains($0.description.id)
    }
    // Under load, a debug build takes longer for a megabyte than the limit for a review.
    let linter = try RuleLinter(rules: rules, settings: RuleSettings(), width: 1, parseLimit: .seconds(3_600))
    let text = String(repeating: line, count: count) + "a = 1 // reviewbot:disable:this trailing_semicolon\n"
    let found = linter.findings(in: SourceText(path: "a.swift", text: text))
    #expect(found.findings.map(\.range.startLine) == [count + 1])
  }

  @Test(arguments: [("swiftlint", 0), ("reviewbot", 1)])
  func `a comment for SwiftLint is not unused where SwiftLint has more findings`(program: String, count: Int) throws {
    let rules = BuiltInRules.all.filter {
      ["duplicate_imports", "superfluous_disable_command"].contains($0.description.id)
    }
    let linter = try RuleLinter(rules: rules, settings: RuleSettings(), width: 1)
    let text = "// \(program):disable duplicate_imports\n#if A\n#if B\nimport C\n#else\nimport C\n#endif\n#endif\n"
    let found = linter.findings(in: SourceText(path: "a.swift", text: text))
    #expect(found.findings.map(\.rule) == Array(repeating: "superfluous_disable_command", count: count))
  }
}
