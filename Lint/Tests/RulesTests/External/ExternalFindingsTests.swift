// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import RuleTesting
import SeededTesting
import SwiftSource
import SystemPackage
import Testing

@testable import Rules

/// The conversion of another linter's report to findings.
struct ExternalFindingsTests {
  private let findings = ExternalFindings(
    linter: "x", severity: nil, maximumSeverity: nil, limitPerRule: 3, roots: ["/box/run/source", "/box/source"],
    workingFolder: "/box/source")

  private func change(_ texts: [String: String], added: LineSet = LineSet(ranges: [1...2])) -> ReviewedChange {
    let hunk = Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 2)
    let files = texts.keys.sorted().map { ChangedFile(path: $0, status: .modified, hunks: [hunk]) }
    return ReviewedChange(
      root: "/nowhere", changes: ChangeSet(files: files), texts: texts.mapValues { Array($0.utf8) })
  }

  private func report(_ entries: [(path: String, line: Int, message: String)], rule: String = "r") -> LinterReport {
    var report = LinterReport()
    for entry in entries {
      report.add(ReportedFinding(path: entry.path, line: entry.line, rule: rule, message: entry.message))
    }
    return report
  }

  private func positions(_ reviewed: ReviewedFindings) -> [String] {
    reviewed.findings.map { "\($0.place) \($0.message)" }
  }

  @Test func `paths become relative to the repository, and findings outside of it are counted`() {
    let reported = report([
      ("a/b.swift", 1, "relative"), ("./a/../a/b.swift", 1, "normalized"), ("/box/source/a/b.swift", 1, "absolute"),
      ("/box/run/source/a/b.swift", 1, "copy"), ("other.swift", 1, "not of the change"),
      ("../a/b.swift", 1, "outside"), ("/etc/passwd", 1, "outside"), ("/box/source", 1, "outside"), ("", 1, "outside"),
      ("a/b.swift\0", 1, "outside"), ("/box/sourceless/a/b.swift", 1, "outside"),
    ])
    let made = findings.make(reported, in: change(["a/b.swift": "let a\n"]))
    #expect(Set(made.findings.map(\.path)) == ["a/b.swift"])
    #expect(made.notes.sentences.contains("the linter x reports 6 findings outside of the repository"))
    #expect(made.findings.count == 3)
    #expect(made.notes.sentences.contains("x/r has 4 findings; the report lists 3 of them"))
  }

  @Test func `lines outside of the file are moved into it`() {
    let reported = report([("a.swift", 0, "file"), ("a.swift", -9, "before"), ("a.swift", .max, "after")])
    let made = findings.make(reported, in: change(["a.swift": "let a\nlet b"]))
    #expect(positions(made) == ["a.swift:1:1 before", "a.swift:1:1 file", "a.swift:2:1 after"])
    #expect(positions(findings.make(reported, in: change(["a.swift": ""]))).count == 3)
  }

  @Test func `columns outside of the line are moved to its end`() throws {
    var report = LinterReport()
    report.add(ReportedFinding(path: "a.swift", column: 99, endLine: 1, endColumn: -3, message: "m"))
    let found = try #require(findings.make(report, in: change(["a.swift": "let a\n"])).findings.first)
    #expect(found.range == SourceRange(startLine: 1, startColumn: 6, endLine: 1, endColumn: 6))
  }

  @Test func `only added lines are in the change, and equal findings have different fingerprints`() {
    let reported = report([("a.swift", 2, "m"), ("a.swift", 3, "m"), ("a.swift", 2, "m"), ("a.swift", 2, "other")])
    let made = findings.make(reported, in: change(["a.swift": "a\nb\nb\n"])).findings
    #expect(made.map(\.isInChange) == [true, true, false])
    #expect(Set(made.map(\.fingerprint)).count == 3)
  }

  @Test func `suppression comments apply to the rules of the named linter`() {
    let text = """
      let a = 1 // reviewbot:disable:this x/r -- reason
      let b = 1 // reviewbot:disable:this y/r -- of another linter
      // reviewbot:disable all
      let c = 1
      """
    let reported = report([("a.swift", 1, "m"), ("a.swift", 2, "m"), ("a.swift", 4, "m")])
    #expect(positions(findings.make(reported, in: change(["a.swift": text]))) == ["a.swift:2:1 m"])
  }

  @Test(arguments: [
    (nil, nil, [Severity.error, .note, .warning]), (Severity.note, nil, [.note, .note, .note]),
    (nil, Severity.warning, [.warning, .note, .warning]), (.error, .warning, [.warning, .warning, .warning]),
  ])
  func `severities are replaced or limited`(severity: Severity?, maximum: Severity?, expected: [Severity]) {
    let findings = ExternalFindings(
      linter: "x", severity: severity, maximumSeverity: maximum, limitPerRule: 9, roots: ["/r"], workingFolder: "/r")
    var report = LinterReport()
    for (index, severity) in [Severity.error, .note, .warning].enumerated() {
      report.add(ReportedFinding(path: "a.swift", severity: severity, message: "\(index)"))
    }
    #expect(findings.make(report, in: change(["a.swift": "a"])).findings.map(\.severity) == expected)
  }

  @Test func `control characters and excess length are removed from rules and messages`() throws {
    var reported = report(
      [("a.swift", 1, "one\n\t\u{1b}two " + String(repeating: "é", count: 2_000))], rule: "a b/ü\u{202e}")
    reported.interrupt("it broke")
    let made = findings.make(reported, in: change(["a.swift": "a"]))
    let finding = try #require(made.findings.first)
    #expect(finding.rule == "x/a_b___")
    #expect(finding.message.hasPrefix("one two é"))
    #expect(finding.message.utf8.count < 510)
    #expect(made.notes.sentences == ["the output of the linter x was not read completely: it broke"])
    #expect(made.notes.map(\.unfinished) == [[Note.UnfinishedCheck("x", .error)]])
    let unnamed = findings.make(report([("a.swift", 1, " ")], rule: ""), in: change(["a.swift": "a"])).findings.first
    #expect(unnamed?.rule == "x/finding")
    #expect(unnamed?.message == "no message")
  }

  @Test(
    .thorough,
    arguments: [
      (nil, nil, Severity.error), (Severity.warning, nil, .warning), (nil, .note, .note),
      (.error, .warning, .warning),
    ] as [(Severity?, Severity?, Severity)])
  func `a report that is not read to its end can miss findings of the highest severity`(
    severity: Severity?, maximum: Severity?, expected: Severity
  ) {
    let findings = ExternalFindings(
      linter: "x", severity: severity, maximumSeverity: maximum, limitPerRule: 3, roots: ["/r"], workingFolder: "/r")
    let count = LinterReportReader.maximumFindings
    let whole = report((1...count).map { _ in ("b.swift", 1, "m") })
    #expect(findings.make(whole, in: change(["a.swift": "a"])).notes == [])
    var more = whole
    more.add(ReportedFinding(path: "b.swift", message: "m"))
    let note = Note(
      "the linter x reports 1 finding beyond the limit, which are not read",
      unfinished: [Note.UnfinishedCheck("x", expected)])
    #expect(findings.make(more, in: change(["a.swift": "a"])).notes == [note])
  }

  @Test func `an error is listed before warnings if there are too many findings`() {
    var reported = report((1...9).map { ("a.swift", 1, "m\($0)") })
    reported.add(ReportedFinding(path: "a.swift", line: 2, severity: .error, rule: "r", message: "last"))
    let text = change(["a.swift": "a\nb\n"])
    #expect(findings.make(reported, in: text).findings.map(\.message) == ["m1", "m2", "last"])
    let limited = ExternalFindings(
      linter: "x", severity: nil, maximumSeverity: nil, limitPerRule: 20, limit: 2, roots: ["/r"], workingFolder: "/r")
    var ofRoot = report((1...9).map { ("/r/a.swift", 1, "m\($0)") })
    ofRoot.add(ReportedFinding(path: "/r/a.swift", line: 2, severity: .error, rule: "s", message: "last"))
    #expect(limited.make(ofRoot, in: text).findings.map(\.message) == ["m1", "last"])
  }

  @Test func `the findings of a linter are limited over all its rules`() {
    var reported = LinterReport()
    for number in 1...9 {
      reported.add(ReportedFinding(path: "a.swift", line: 10 - number, rule: "r\(number)", message: "m"))
    }
    let findings = ExternalFindings(
      linter: "x", severity: nil, maximumSeverity: nil, limitPerRule: 3, limit: 4, roots: ["/r"], workingFolder: "/r")
    let text = String(repeating: "a\n", count: 9)
    let hunk = Hunk(oldStart: 7, oldCount: 0, newStart: 8, newCount: 2)
    let change = ReviewedChange(
      root: "/r", changes: ChangeSet(files: [ChangedFile(path: "a.swift", status: .modified, hunks: [hunk])]),
      texts: ["a.swift": Array(text.utf8)])
    let made = findings.make(reported, in: change)
    #expect(made.findings.map(\.range.startLine) == [1, 2, 8, 9])
    #expect(made.notes.sentences == ["the linter x has 9 findings; the report lists 4 of them"])
  }

  @Test func `a suppression of another linter's rule is not invalid`() throws {
    let linter = try RuleLinter(
      rules: BuiltInRules.all, settings: RuleSettings(rules: ["invalid_suppression": RuleSetting(isOn: true)]), width: 1
    )
    let text = SourceText(path: "a.swift", text: "let a = 1  // reviewbot:disable:this x/r y/z -- reason\n")
    #expect(!linter.findings(in: text).findings.contains { $0.rule == "invalid_suppression" })
  }
}
