// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTMLTemplates
import HostileText
import ReviewContract
import ReviewTesting
import Testing

@testable import Reporting

struct FindingFormatTests {
  private static let sample: FindingList = {
    let place = { (line: Int, from: Int, to: Int) in
      SourceRange(startLine: line, startColumn: from, endLine: line, endColumn: to)
    }
    let entries = [
      LocatedFinding(
        finding: Finding(
          rule: "force_try", severity: .error, path: "Sources/A file.swift", range: place(3, 13, 17),
          message: "force try", fingerprint: "0123456789abcdef", isInChange: true),
        lineText: "let ä = \u{1F600}try! a()"),
      LocatedFinding(
        finding: Finding(
          rule: "trailing_semicolon", severity: .warning, path: "Sources/A file.swift", range: place(7, 10, 11),
          message: "unnecessary trailing semicolon", fingerprint: "123456789abcdef0", isInChange: true,
          suggestion: Suggestion(startLine: 7, endLine: 7, replacement: "let a = 1")), lineText: "let a = 1;"),
      LocatedFinding(
        finding: Finding(
          rule: "todo", severity: .note, path: "Sources/B.swift",
          range: SourceRange(startLine: 1, startColumn: 4, endLine: 2, endColumn: 3),
          message: "unresolved TODO: <a & \"b\">, 50 %", fingerprint: "23456789abcdef01", isInChange: true),
        lineText: "\t// TODO: <a & \"b\">, 50 %"),
      LocatedFinding(
        finding: Finding(
          rule: "todo", severity: .note, path: "Sources/B.swift", range: place(9, 1, 2), message: "unresolved TODO",
          fingerprint: "3456789abcdef012", isInChange: true), lineText: nil),
    ]
    let rules = [
      FindingList.Rule(
        id: "force_try", name: "Force Try", summary: "A forced try crashes.", kind: "idiomatic", severity: .warning,
        helpURL: "https://example.org/force_try.html"),
      FindingList.Rule(id: "todo", name: "Todo", summary: "An unresolved task.", kind: "lint", severity: .note),
      FindingList.Rule(id: "unused", name: "Unused", summary: "Found nothing.", kind: "lint", severity: .note),
    ]
    return FindingList(
      tool: "reviewbot 0.1.0", root: "/tree", mergeBase: CommitID(String(repeating: "a", count: 40)), entries: entries,
      notes: ["Sources/C.swift was skipped: it does not exist"], rules: rules)
  }()

  @Test(arguments: FindingFormat.allCases)
  func `findings are rendered in each format`(format: FindingFormat) throws {
    try Golden.expect(format.render(Self.sample), isIn: "findings-\(format.rawValue).txt")
  }

  @Test(
    arguments: [
      (.text, "B.swift:9:1: note: m (r, old)\n"), (.json, "\"in_change\" : false"), (.sarif, "\"unchanged\""),
      (.github, "::notice file=B.swift,line=9,endLine=9,col=1,title=r (old)::m\n"), (.gitlab, "\"info\""),
      (.checkstyle, "severity=\"info\""), (.junit, "<skipped message=\"old: m\"/>"),
      (.xcode, "/tree/B.swift:9:1: note: m (r, old)\n"), (.swiftLintJSON, nil),
    ] as [(FindingFormat, String?)])
  func `old findings are marked, and not errors`(format: FindingFormat, mark: String?) throws {
    let old = Finding(
      rule: "r", severity: .error, path: "B.swift", range: SourceRange(line: 9, column: 1), message: "m",
      fingerprint: "f")
    let new = Finding(
      rule: "n", severity: .warning, path: "A.swift", range: SourceRange(line: 1, column: 1), message: "m",
      fingerprint: "f", isInChange: true)
    let list = FindingList(
      tool: "reviewbot 0.1.0", root: "/tree", entries: [LocatedFinding(finding: new, lineText: nil)],
      old: [LocatedFinding(finding: old, lineText: nil)], rules: [])
    let text = try format.render(list)
    #expect(text.contains("B.swift") == (mark != nil))
    if let mark { #expect(text.contains(mark), "\(text)") }
    if format != .json { #expect(!text.lowercased().contains("error\"") && !text.contains("error:"), "\(text)") }
  }

  private struct Encoded: Encodable {
    let schema: Int
    let tool: String
    let mergeBase: CommitID?
    let findings: [Finding]
    let notes: [String]
  }

  @Test(arguments: [sample.entries, [], HostileInputs.all.map(entry)])
  func `rendered JSON equals the encoding of the findings`(entries: [LocatedFinding]) throws {
    let list = FindingList(
      tool: "reviewbot", root: "/tree", entries: entries, notes: entries.map(\.finding.message), rules: [])
    let encoded = Encoded(
      schema: Report.schemaVersion, tool: list.tool, mergeBase: nil, findings: list.findings, notes: list.notes)
    let text = try FindingFormat.json.render(list)
    #expect(try Data(text.utf8) == ReportFile.encoder.encode(encoded) + Data("\n".utf8))
  }

  private static func entry(_ text: String) -> LocatedFinding {
    let finding = Finding(
      rule: "todo", severity: .note, path: text, range: SourceRange(line: 1, column: 2), message: text,
      fingerprint: text, suggestion: Suggestion(startLine: 1, endLine: 1, replacement: text))
    return LocatedFinding(finding: finding, lineText: nil)
  }

  @Test func `terminal output shows an excerpt with a caret`() throws {
    let plain = TerminalFindings(TerminalSettings(hasColor: false, width: 80))
    try Golden.expect(plain.render(Self.sample), isIn: "findings-terminal.txt")
    let colored = TerminalFindings(TerminalSettings(hasColor: true, width: 40))
    try Golden.expect(colored.render(Self.sample, isSummarized: false), isIn: "findings-terminal-color.txt")
  }

  @Test(arguments: FindingFormat.allCases)
  func `a list without findings is valid`(format: FindingFormat) throws {
    let text = try format.render(SampleReport.list([]))
    switch format {
    case .text, .xcode, .github: #expect(text == "")
    case .json, .sarif, .gitlab, .swiftLintJSON:
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    case .checkstyle, .junit: #expect(text.hasPrefix("<?xml") && text.hasSuffix(">\n"))
    }
  }

  @Test(arguments: HostileInputs.all, FindingFormat.allCases)
  func `hostile messages and paths are escaped in each format`(text: String, format: FindingFormat) throws {
    let finding = Finding(
      rule: "todo", severity: .warning, path: "a\(text).swift", range: SourceRange(line: 1, column: 1), message: text)
    let list = FindingList(
      tool: "reviewbot 0.1.0", root: "/tree", entries: [LocatedFinding(finding: finding, lineText: text)], rules: [])
    let made = try format.render(list)
    switch format {
    case .text, .xcode, .github:
      #expect(made.split(whereSeparator: \.isNewline).count == 1)
      #expect(HostileInputs.hiddenScalars(in: made.trimmingCharacters(in: .newlines)) == [])
    case .json, .sarif, .gitlab, .swiftLintJSON:
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(made.utf8)) }
    case .checkstyle, .junit:
      #expect(HostileInputs.hiddenScalars(in: made.filter { $0 != "\n" }) == [])
      // Only the quotes of attributes, which are even in number.
      #expect(made.filter { $0 == "\"" }.count % 2 == 0)
      #expect(made.filter { $0 == "<" }.count == (format == .checkstyle ? 6 : 9))
    }
    let page = TerminalFindings(TerminalSettings(hasColor: false, width: 80)).render(list)
    #expect(HostileInputs.hiddenScalars(in: page.filter { $0 != "\n" }) == [])
    #expect(page.split(separator: "\n").count <= 3)
  }

  private static func swiftLint(_ finding: Finding, lineText: String?) throws -> [String: Any] {
    let list = FindingList(
      tool: "reviewbot", root: "/tree", entries: [LocatedFinding(finding: finding, lineText: lineText)], rules: [])
    let text = try FindingFormat.swiftLintJSON.render(list)
    let all = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    return try #require(all.first)
  }

  @Test(
    arguments: [
      (nil, 7, 7), ("", 1, 1), ("a", 9, 2), ("let a = b", 9, 9), ("let ä = b", 5, 5), ("let ä = b", 10, 9),
      ("\u{1F600} a", 6, 4), ("\u{FEFF}let a", 4, 1), ("\u{FEFF}let a", 8, 5),
    ] as [(String?, Int, Int)])
  func `a column of SwiftLint counts UTF-16`(lineText: String?, column: Int, expected: Int) throws {
    let finding = Finding(
      rule: "todo", severity: .warning, path: "a.swift", range: SourceRange(line: 1, column: column), message: "m")
    #expect(try Self.swiftLint(finding, lineText: lineText)["character"] as? Int == expected)
  }

  @Test(
    arguments: HostileInputs.all + [
      "", " ", "plain", "two  spaces", "\"quoted\" \\ <b> & c", "tab\tend", String(repeating: "a", count: 1000),
      String(repeating: "a", count: 1001), String(repeating: "ä", count: 999),
    ])
  func `a message of SwiftLint's format is on one line`(message: String) throws {
    let finding = Finding(
      rule: "todo", severity: .warning, path: "a.swift", range: SourceRange(line: 1, column: 1), message: message)
    let reason = try Self.swiftLint(finding, lineText: nil)["reason"] as? String
    #expect(reason == HostileText(message).line(limit: 1000))
  }

  @Test func `each finding of SwiftLint's format has its rule and severity, however many there are`() throws {
    let findings = (0..<4000).map { number in
      Finding(
        rule: "rule_\(number % 1300)", severity: number % 3 == 0 ? .error : .warning, path: "\(number / 100).swift",
        range: SourceRange(line: number + 1, column: 1), message: "m")
    }
    let rules = ["rule_7", "rule_8"].map {
      FindingList.Rule(id: $0, name: "Name of \($0)", summary: "", kind: "", severity: .note)
    }
    let list = FindingList(
      tool: "reviewbot", root: "", entries: findings.map { LocatedFinding(finding: $0, lineText: nil) }, rules: rules)
    let text = try FindingFormat.swiftLintJSON.render(list)
    let all = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(all.map { $0["rule_id"] as? String } == list.entries.map(\.finding.rule))
    #expect(all.map { $0["line"] as? Int } == list.entries.map(\.finding.range.startLine))
    #expect(all.map { $0["file"] as? String } == list.entries.map { "/\($0.finding.path)" })
    #expect(
      all.map { $0["severity"] as? String } == list.entries.map { $0.finding.severity == .error ? "Error" : "Warning" })
    #expect(
      all.map { $0["type"] as? String }
        == list.entries.map {
          ["rule_7", "rule_8"].contains($0.finding.rule) ? "Name of \($0.finding.rule)" : $0.finding.rule
        })
  }

  @Test func `characters of markup before a combining mark are escaped`() {
    #expect(XMLText.escaped("<\u{301}b &\u{301} \"\u{301}") == "&lt;\u{301}b &amp;\u{301} &quot;\u{301}")
  }

  @Test(.enabled(if: SARIFSchema.folder != nil, "REVIEWBOT_SARIF is not set to the folder of SARIF's schema"))
  func `SARIF of findings is valid`() throws {
    let schema = try SARIFSchema()
    for list in [Self.sample, SampleReport.list([])] {
      let text = try FindingFormat.sarif.render(list)
      #expect(try schema.problems(JSONSerialization.jsonObject(with: Data(text.utf8))) == [])
    }
    #expect(schema.problems(["version": "2.1.0", "runs": [["results": [["level": "bad"]]]]]).count == 3)
  }
}
