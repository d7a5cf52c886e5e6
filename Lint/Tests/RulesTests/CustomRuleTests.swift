// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import RuleTesting
import Rules
import SeededTesting
import SwiftSource
import SystemPackage
import Testing

/// Custom rules with the semantics of SwiftLint's `custom_rules`.
struct CustomRuleTests {
  private func positions(_ rule: CustomRule, _ text: String, path: String = "Sources/a.swift") async -> [String] {
    let found = await run(rule, text, path: path)
    return found.findings.map { "\($0.range.startLine):\($0.range.startColumn)-\($0.range.endColumn)" }
  }

  private func run(_ rule: CustomRule, _ text: String, path: String = "Sources/a.swift") async -> ReviewedFindings {
    let change = ReviewedChange(
      root: "/", changes: ChangeSet(files: [ChangedFile(path: path, status: .added)]), isEverythingInChange: true,
      texts: [path: Array(text.utf8)])
    let settings = RuleSettings(customRules: [rule])
    guard let linter = try? RuleLinter(rules: [], settings: settings, width: 1) else {
      return ReviewedFindings(findings: [], notes: ["the settings are invalid"])
    }
    return await linter.findings(in: change)
  }

  @Test func `matches are reported with the rule's severity and message`() async {
    let rule = CustomRule(id: "no_x", message: "no x", severity: .error, regex: "\\bx\\b")
    let found = await run(rule, "let x = 1\nlet xy = x\n").findings
    #expect(found.map(\.range.startLine) == [1, 2])
    #expect(found.map(\.message) == ["no x", "no x"])
    #expect(found.allSatisfy { $0.severity == .error && $0.isInChange && $0.rule == "no_x" })
    #expect(Set(found.map(\.fingerprint)).count == 2)
  }

  @Test(arguments: [
    ("^let", 0, "let a\n  let b\nlet c", ["1:1-4", "3:1-4"]), ("b.*d", 0, "b\nd", ["1:1-2"]),
    ("let (\\w+)", 1, "let a\nlet bc", ["1:5-6", "2:5-7"]), ("ö(x)", 1, "ä 😀 öx", ["1:11-12"]),
    ("(a)|(b)", 2, "a b", ["1:3-4"]),
  ]) func `an ICU regex reports the chosen group`(regex: String, group: Int, text: String, expected: [String]) async {
    #expect(await positions(CustomRule(id: "r", regex: regex, captureGroup: group), text) == expected)
  }

  @Test(
    arguments: [
      (["comment"], [], ["3:4-5"]), (["string"], [], ["2:10-11"]),
      (["identifier", "comment"], [], ["1:5-6", "3:4-5"]),
      ([], ["comment", "string"], ["1:5-6", "4:8-9", "5:5-6"]), (["typeidentifier"], [], ["4:8-9"]),
      ([], [], ["1:5-6", "2:10-11", "3:4-5", "4:8-9", "5:5-6"]),
    ] as [([String], [String], [String])])
  func `matches are selected by kinds of tokens`(kinds: [String], excluded: [String], expected: [String]) async {
    let rule = CustomRule(id: "r", regex: "x", matchKinds: Set(kinds), excludedMatchKinds: Set(excluded))
    let text = "let x = 1\nlet a = \"x\"\n// x\nlet b: x\n/// x\n"
    #expect(await positions(rule, text) == expected)
  }

  @Test(
    arguments: [
      ("\\)", ["comment"], [], ["1:11-12", "1:16-17", "5:11-12"]), ("\\)", [], ["comment"], ["1:11-12", "5:11-12"]),
      ("==", ["keyword"], [], ["2:3-5"]), ("let\\s+x", ["keyword"], [], []),
      ("let\\s+x", ["keyword", "identifier"], [], ["3:1-6"]), ("let\\s+x", [], ["identifier"], []),
      ("1 // a", ["number"], [], []), ("1 // a", ["number", "comment"], [], ["3:9-15"]),
      ("etu", ["keyword"], [], ["4:2-5"]), ("error", ["string"], [], ["5:2-7"]),
      ("error", [], ["pounddirective.keyword"], []), ("\\n\\n", ["keyword"], [], []),
    ] as [(String, [String], [String], [String])])
  func `all tokens that a match touches have one of the kinds`(
    regex: String, kinds: [String], excluded: [String], expected: [String]
  ) async {
    let rule = CustomRule(id: "r", regex: regex, matchKinds: Set(kinds), excludedMatchKinds: Set(excluded))
    let text = "let a = (1) // )\na == b\nlet x = 1 // a\nreturn // b\n#error(\"a\")\n// c\n\nlet y = 2\n"
    #expect(await positions(rule, text) == expected)
  }

  @Test(
    arguments: [
      ("let x = 1 // swiftlint:disable:this custom_rules\n", nil, []),
      ("let x = 1 // swiftlint:disable:this custom_rules\n", .code, ["1:5-6"]),
      ("let a = 1 // swiftlint:disable:this custom_rules\n", nil, ["1:37"]),
    ] as [(String, CustomRule.Scope?, [String])])
  func `a comment can disable all rules of SwiftLint's file`(
    text: String, scope: CustomRule.Scope?, expected: [String]
  ) throws {
    var rule = CustomRule(id: "no_x", regex: "\\bx\\b")
    rule.scope = scope
    let rules = BuiltInRules.all.filter { $0.description.id == "superfluous_disable_command" }
    let linter = try RuleLinter(rules: rules, settings: RuleSettings(customRules: [rule]), width: 1)
    let found = linter.findings(in: SourceText(path: "a.swift", text: text)).findings
    let positions = found.map { finding in
      let start = "\(finding.range.startLine):\(finding.range.startColumn)"
      return finding.rule == "no_x" ? "\(start)-\(finding.range.endColumn)" : start
    }
    #expect(positions == expected)
  }

  @Test(arguments: [
    ([".*Sources.*"], [], true), (["Tests"], [], false), ([], ["a\\.swift$"], false), (["Sources"], ["^Other"], true),
  ]) func `files are selected by regexes`(included: [String], excluded: [String], isFound: Bool) async {
    let rule = CustomRule(id: "r", regex: "x", included: included, excluded: excluded)
    #expect(await positions(rule, "x").isEmpty != isFound)
    #expect(await positions(rule, "x", path: "Sources/a.txt").isEmpty)
  }

  @Test func `a comment suppresses a custom rule`() async {
    let rule = CustomRule(id: "no_x", regex: "x")
    #expect(await positions(rule, "a = x // reviewbot:disable:this no_x -- needed\n").isEmpty)
  }

  @Test func `a suppression of a custom rule is unused only without a finding`() async throws {
    let settings = RuleSettings(customRules: [CustomRule(id: "no_x", regex: "\\bx\\b")])
    let rules = BuiltInRules.all.filter { $0.description.id == "superfluous_disable_command" }
    let linter = try RuleLinter(rules: rules, settings: settings, width: 1)
    let text = "a = x // reviewbot:disable:this no_x -- needed\na = b // reviewbot:disable:this no_x -- old\n"
    let found = linter.findings(in: SourceText(path: "a.swift", text: text)).findings
    #expect(found.map(\.range.startLine) == [2])
    #expect(found.map(\.message) == ["unused suppression: nothing here violates the rule no_x"])
  }

  @Test(arguments: [("(", 0, "a regex is invalid; write it in ICU's syntax"), ("a", 1, "its regex has no group 1")])
  func `an invalid rule is reported as a note`(regex: String, group: Int, reason: String) async {
    let found = await run(CustomRule(id: "r", regex: regex, captureGroup: group), "a")
    #expect(found.findings == [])
    #expect(found.notes.sentences == ["the custom rule r is not used: \(reason)"])
  }

  @Test(
    arguments: Thorough.slice(
      [
        #"\bprint\("#, #"^\s*(print)\("#, #"(?<!\w)print\((\w+)\)"#, #"p.int"#, #"(?:debug)?print\([^)]*\)\s*(//|$)"#,
      ], 2))
  func `a file of a megabyte is searched to its end`(regex: String) async {
    let text = String(repeating: "print(value)  // of 26 bytes\n", count: 40_000)
    let found = await run(CustomRule(id: "r", regex: regex), text)
    #expect(found.notes.sentences == ["r has 40000 findings; the report lists 200 of them"])
    let last = String(repeating: "let value = 12345 + 67890\n", count: 40_000) + "print(value)\n"
    #expect(await positions(CustomRule(id: "r", regex: regex), last).map { $0.prefix(8) } == ["40001:1-"])
  }

  @Test func `a rule that was stopped in several files has one note and is not finished`() async {
    let slow = Array(("let a = \"" + String(repeating: "a", count: 60) + "\"").utf8)
    let paths = ["c.swift", "b.swift", "fine.swift"]
    let change = ReviewedChange(
      root: "/", changes: ChangeSet(files: paths.map { ChangedFile(path: $0, status: .added) }),
      isEverythingInChange: true, texts: ["b.swift": slow, "c.swift": slow, "fine.swift": Array("let a = b".utf8)])
    let rule = CustomRule(id: "r", severity: .error, regex: "(a|a)*c")
    let found = await (try? RuleLinter(rules: [], settings: RuleSettings(customRules: [rule]), width: 2))?
      .findings(in: change)
    #expect(
      found?.notes.sentences == [
        "the custom rule r was stopped in 2 files: its regex takes too many steps; the first is b.swift"
      ])
    #expect(found?.notes.flatMap(\.unfinished).map(\.severity) == [.error, .error])
  }

  @Test func `a regex that backtracks without end is stopped`() async {
    let found = await run(
      CustomRule(id: "r", regex: "(a|a)*c"), "let a = \"" + String(repeating: "a", count: 200) + "\"")
    #expect(found.findings == [])
    #expect(
      found.notes.sentences == ["the custom rule r was stopped in Sources/a.swift: its regex takes too many steps"])
  }

  @Test(arguments: [(99_999, []), (100_000, ["it has more than 100,000 matches"])] as [(Int, [String])])
  func `a rule with too many matches is stopped, even if most are filtered out`(count: Int, reasons: [String]) async {
    let rule = CustomRule(id: "r", regex: "x", matchKinds: ["comment"])
    let found = await run(rule, "// x\nlet a = \"" + String(repeating: "x", count: count) + "\"")
    #expect(found.findings.map(\.range.startLine) == [1])
    #expect(found.notes.sentences == reasons.map { "the custom rule r was stopped in Sources/a.swift: \($0)" })
  }
}
