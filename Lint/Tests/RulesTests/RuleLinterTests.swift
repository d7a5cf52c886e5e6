// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import RuleTesting
import Rules
import SeededTesting
import SwiftSource
import SystemPackage
import Testing

struct RuleLinterTests {

  @Test func `findings are reported in order with their place and fingerprint`() async throws {
    let found = try await findings(["b.swift": "let a = 1 // BAD\n", "a.txt": "BAD\n  BAD\n"])
    let expected = [
      finding("bad_word", "a.txt", 1, 1, text: "BAD", 0), finding("bad_word", "a.txt", 2, 3, text: "BAD", 0),
      finding("bad_word", "b.swift", 1, 14, text: "let a = 1 // BAD", 0),
    ]
    // The second line of a.txt differs from the first only in its indentation.
    #expect(found.findings.map(\.range) == expected.map(\.range))
    #expect(found.findings.map(\.path) == expected.map(\.path))
    #expect(found.findings.map(\.isInChange) == [true, true, true])
    #expect(Set(found.findings.map(\.fingerprint)).count == 3)
    #expect(found.findings[2].fingerprint == expected[2].fingerprint)
    #expect(found.notes.sentences == [])
  }

  @Test func `a fingerprint does not change when lines are inserted above`() async throws {
    let before = try await findings(["a.swift": "let a = 1 // BAD\n"])
    let after = try await findings(["a.swift": "let z = 0\n\n  let a = 1 // BAD\n"])
    #expect(before.findings.map(\.fingerprint) == after.findings.map(\.fingerprint))
  }

  @Test(
    arguments: [
      Array("BAD\n".utf8), Array("  BAD \u{E9}\r\n".utf8), [0x42, 0x41, 0x44, 0xFF],
      Array("BAD".utf8) + [UInt8](repeating: 0x78, count: 5000),
      Array("BAD".utf8) + [UInt8](repeating: 0x78, count: 4092) + Array("\u{E9}\n".utf8),
      [UInt8](repeating: 0x20, count: 5000) + Array("BAD".utf8),
    ])
  func `a fingerprint depends on the first 4,096 bytes of the text of the line`(bytes: [UInt8]) async throws {
    let linter = try RuleLinter(rules: [BadWordRule.self], settings: RuleSettings(), width: 1)
    let file = ChangedFile(path: "a.swift", status: .added)
    let found = await linter.findings(
      in: ReviewedChange(root: "/", changes: ChangeSet(files: [file]), texts: ["a.swift": bytes]))
    let line = String(decoding: bytes.prefix { $0 != 0x0d && $0 != 0x0a }, as: UTF8.self)
    let expected = Fingerprint.make(
      rule: "bad_word", path: "a.swift", lineText: Substring(line.utf8.prefix(4096)), occurrence: 0)
    #expect(found.findings.map(\.fingerprint) == [expected])
    #expect(found.found.map(\.lineText) == [line])
  }

  @Test func `a finding is in the change when any of its lines was added`() async throws {
    let text = "func a() {\n  b()\n}\nfunc c() {\n  d()\n}\n"
    let found = try await findings(
      ["a.swift": text], settings: RuleSettings(rules: ["no_function": RuleSetting(isOn: true)]),
      hunks: [Hunk(oldStart: 4, oldCount: 0, newStart: 5, newCount: 1)])
    #expect(found.findings.map(\.isInChange) == [false, true])
  }

  @Test(arguments: [
    ("// reviewbot:disable bad_word -- x\nBAD\nBAD\n", 0),
    ("BAD\n// reviewbot:disable bad_word\nBAD\n// reviewbot:enable bad_word\nBAD\n", 2),
    ("BAD // reviewbot:disable:this bad_word\nBAD\n", 1),
    ("// reviewbot:disable:next bad_word\nBAD\nBAD\n", 1),
    ("BAD\n// reviewbot:disable:previous bad_word\nBAD\n", 1),
    ("// reviewbot:disable all\nBAD\n// reviewbot:enable all\nBAD\n", 1),
    ("// reviewbot:disable no_function\nBAD\n", 1),
    ("let a = \"// reviewbot:disable all\"\nBAD\n", 1),
  ])
  func `comments suppress findings`(text: String, count: Int) async throws {
    #expect(try await findings(["a.swift": text]).findings.count == count)
  }

  @Test func `settings turn off rules and set their severity, paths and options`() async throws {
    let files = ["a.swift": "BAD\nWORSE\n", "b/c.swift": "BAD\n", "b/d.swift": "WORSE\n"]
    let off = RuleSettings(rules: ["bad_word": RuleSetting(isOn: false)])
    #expect(try await findings(files, settings: off).findings == [])
    let other = RuleSettings(
      rules: [
        "bad_word": RuleSetting(
          severity: .error, included: [try glob("b")], excluded: [try glob("**/c.swift")],
          options: ["word": "WORSE"])
      ])
    let found = try await findings(files, settings: other).findings
    #expect(found.map(\.path) == ["b/d.swift"])
    #expect(found.map(\.severity) == [.error])
    let excluded = RuleSettings(excluded: [try glob("b/**")])
    #expect(try await findings(files, settings: excluded).findings.map(\.path) == ["a.swift"])
  }

  @Test func `findings in the change are kept when there are too many`() async throws {
    let found = try await findings(
      ["a.swift": String(repeating: "BAD\n", count: 20)], settings: RuleSettings(limitPerRule: 2),
      hunks: [Hunk(oldStart: 9, oldCount: 0, newStart: 10, newCount: 2)])
    #expect(found.findings.map(\.range.startLine) == [10, 11])
    #expect(found.notes.sentences == ["bad_word has 20 findings; the report lists 2 of them"])
  }

  @Test func `files that were not checked are listed with the reason`() async throws {
    let deep = String(repeating: "(", count: 600)
    let found = try await findings(
      ["deep.swift": "BAD" + deep, "large.swift": String(repeating: " ", count: RuleLinter.maximumBytes + 1)],
      settings: RuleSettings(rules: ["no_function": RuleSetting(isOn: true)]), others: ["gone.swift"])
    #expect(found.findings.map(\.path) == ["deep.swift"])
    #expect(
      found.unchecked == [
        UncheckedFile(
          path: "deep.swift",
          reason: "rules that need its syntax were not applied, because its syntax is nested too deeply"),
        UncheckedFile(path: "gone.swift", reason: "it does not exist"),
        UncheckedFile(path: "large.swift", reason: "it has more than 32 MiB"),
      ])
    #expect(found.notes == [])
  }

  @Test func `rules about text are applied to a file that is too large for rules about syntax`() async throws {
    let padding = String(repeating: "x", count: ParsedFile.maximumBytes)
    let found = try await findings(
      ["a.swift": "// \(padding)\nBAD\n"], settings: RuleSettings(rules: ["no_function": RuleSetting(isOn: true)]))
    #expect(found.findings.map(\.range.startLine) == [2])
    #expect(
      found.unchecked == [
        UncheckedFile(
          path: "a.swift",
          reason: "rules that need its syntax were not applied, because it has more than 2 MiB")
      ])
  }

  @Test(
    arguments: Thorough.slice(
      [
        "let x = " + String(repeating: "(", count: 255) + "1" + String(repeating: ")", count: 255),
        String(repeating: "if a { ", count: 254) + String(repeating: "}", count: 254),
        "let x = a" + String(repeating: ".b()", count: 1500),
        "let x = " + String(repeating: "try ", count: 4000) + "a()",
        "if a {}" + String(repeating: " else if a {}", count: 4000),
        "let x: " + String(repeating: "Array<", count: 300) + "Int" + String(repeating: ">", count: 300),
      ], 2))
  func `code that the compiler accepts is checked, however deep it is`(code: String) async throws {
    let found = try await findings(
      ["a.swift": "func f() {}\n\(code)\nfunc g() {}\n"],
      settings: RuleSettings(rules: ["no_function": RuleSetting(isOn: true)]))
    #expect(found.findings.map(\.range.startLine) == [1, 3])
    #expect(found.unchecked == [])
  }

  @Test func `files are not parsed after parsing others took too long`() async {
    // In a separate process, because a thread whose parsing exceeded the limit continues until the process ends.
    await #expect(processExitsWith: .success) {
      // Each bracket makes the parser look ahead twice.
      let slow = "BAD" + String(repeating: "[", count: 40)
      let found = try await findings(
        Dictionary(uniqueKeysWithValues: (1...5).map { ("f\($0).swift", slow) }),
        settings: RuleSettings(rules: ["no_function": RuleSetting(isOn: true)]), width: 1,
        parseLimit: .milliseconds(100))
      let refusal = "rules that need its syntax were not applied, because"
      #expect(found.findings.count == 5)
      #expect(
        found.unchecked.map(\.reason)
          == (1...3).map { _ in "\(refusal) parsing it takes longer than 0.1 seconds" }
          + (4...5).map { _ in "\(refusal) parsing other files took too long" })
    }
  }

  @Test func `a file with syntax errors is not checked if a rule takes too long for it`() async {
    await #expect(processExitsWith: .success) {
      let linter = try RuleLinter(
        rules: [BadWordRule.self, EndlessRule.self], settings: RuleSettings(), width: 1, parseLimit: .milliseconds(100))
      let found = await linter.findings(
        in: ReviewedChange(
          root: "/", changes: ChangeSet(files: [ChangedFile(path: "a.swift", status: .added)]),
          texts: ["a.swift": Array("BAD (".utf8)]))
      #expect(found.findings.map(\.rule) == ["bad_word"])
      let reason = "rules that need its syntax were not applied, because parsing it takes longer than 0.1 seconds"
      #expect(found.unchecked == [UncheckedFile(path: "a.swift", reason: reason)])
    }
  }

  // In the order of their paths, and the largest first.
  @Test(arguments: [2, 8])
  func `the findings do not depend on the number of tasks`(width: Int) async throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<40).map { number in
        ("f\(number).swift", String(repeating: "BAD\nfunc a() {} // BAD\n", count: number % 7 + 1))
      })
    let settings = RuleSettings(rules: ["no_function": RuleSetting(isOn: true)], limitPerRule: .max)
    let alone = try await findings(files, settings: settings, width: 1)
    let together = try await findings(files, settings: settings, width: width)
    #expect(alone == together)
    #expect(alone.findings.count == 465)
  }

  @Test func `settings for unknown rules and options and invalid values are rejected`() {
    #expect(throws: RuleSettingsError(message: "unknown rule bad_wrd")) {
      try RuleLinter(
        rules: [BadWordRule.self], settings: RuleSettings(rules: ["bad_wrd": RuleSetting()]), width: 1)
    }
    #expect(throws: RuleSettingsError(message: "the rule bad_word: unknown option wrd")) {
      try RuleLinter(
        rules: [BadWordRule.self], settings: RuleSettings(rules: ["bad_word": RuleSetting(options: ["wrd": 1])]),
        width: 1)
    }
    #expect(throws: RuleSettingsError.self) {
      try RuleLinter(
        rules: [BadWordRule.self], settings: RuleSettings(rules: ["bad_word": RuleSetting(options: ["word": 1])]),
        width: 1)
    }
  }

  private func glob(_ pattern: String) throws -> Glob {
    try #require(Glob(pattern))
  }

  private func finding(
    _ rule: String, _ path: String, _ line: Int, _ column: Int, text: String, _ occurrence: Int
  ) -> Finding {
    Finding(
      rule: rule, severity: .warning, path: path,
      range: SourceRange(startLine: line, startColumn: column, endLine: line, endColumn: column + 3),
      message: "this is bad",
      fingerprint: Fingerprint.make(rule: rule, path: path, lineText: Substring(text), occurrence: occurrence),
      isInChange: true)
  }
}

private let everywhere = [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 1000)]

private func findings(
  _ files: [String: String], settings: RuleSettings = RuleSettings(), hunks: [Hunk]? = nil, others: [String] = [],
  width: Int = 2, parseLimit: Duration = .seconds(10)
) async throws -> ReviewedFindings {
  let linter = try RuleLinter(
    rules: [BadWordRule.self, NoFunctionRule.self], settings: settings, width: width, parseLimit: parseLimit)
  return try await withScratchDirectory { folder in
    for (name, text) in files { try folder.write(name, text) }
    let changes = ChangeSet(
      files: (files.keys + others).map { ChangedFile(path: $0, status: .added, hunks: hunks ?? everywhere) })
    return await linter.findings(in: ReviewedChange(root: folder.path, changes: changes))
  }
}
