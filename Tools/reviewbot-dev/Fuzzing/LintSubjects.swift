// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import ReviewContract
import Rules
import SwiftSource
import SwiftSyntax
import SystemPackage

/// All rules and their corrections, on an untrusted Swift file.
final class RulesSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let dictionary = [
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
    if let misplacement = finding.misplacement(in: text) { return misplacement }
    let range = finding.range
    if range.startColumn > text.lines.range(ofLine: range.startLine).count + 1 {
      return "\(finding.rule) is behind the end of line \(range.startLine)"
    }
    return finding.message.isEmpty ? "\(finding.rule) has no message" : nil
  }

  private static func parses(_ text: SourceText) -> Bool {
    guard let file = try? SourceFile(text).parse() else { return true }
    return !file.tree.hasError
  }
}

/// A report of another linter, from its bytes to findings in a file.
final class LinterReportSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let dictionary: [String]
  private let format: LinterReportFormat
  private let change: ReviewedChange
  private static let regex =
    #"^(?<path>.+?):(?<line>\d+):(?<column>\d+): (?<severity>\w+): (?:\[(?<rule>\w+)\] )?(?<message>.+)$"#

  init(_ format: LinterReportFormat) {
    self.format = format
    let file = ChangedFile(path: "a.swift", status: .added)
    change = ReviewedChange(
      root: "/nowhere", changes: ChangeSet(files: [file]), isEverythingInChange: true,
      texts: ["a.swift": Array("let a = 1\n// reviewbot:disable:next x/r -- a\nlet ä = 2\n".utf8)])
    let paths = ["a.swift", "/root/a.swift", "../a.swift", "/etc/passwd", "%2e%2e/", "file://host/root/a.swift"]
    let numbers = ["0", "-1", "3", "99999999999999999999", "1e400", "null"]
    switch format {
    case .sarif:
      corpus = [
        #"""
        {"version": "2.1.0", "runs": [{"tool": {"driver": {"rules": [{"id": "r", "defaultConfiguration": {"level": "error"},
        "messageStrings": {"m": {"text": "t"}}}]}}, "artifacts": [{"location": {"uri": "a.swift"}}], "results": [
        {"ruleId": "r", "ruleIndex": 0, "kind": "fail", "level": "note", "message": {"text": "one"}, "suppressions": [],
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.swift", "index": 0},
        "region": {"startLine": 1, "startColumn": 2, "endLine": 3, "endColumn": 4}}}]}]}]}
        """#
      ].map { Array($0.utf8) }
      dictionary = paths + numbers + ["{", "}", "[", "]", "\"", ",", "\"results\": [", "\"index\": ", "\\ud800"]
    case .checkstyle:
      corpus = [
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <checkstyle version="1"><file name="a.swift"><error line="1" column="2" severity="warning" message="m" source="a.r"/>
        </file></checkstyle>
        """
      ].map { Array($0.utf8) }
      dictionary =
        paths + numbers + [
          "<?x?>", "<!DOCTYPE a>", "<![CDATA[", "]]>", "&a;", "&#0;", "<file name='b'>", "</file>", "<!--",
        ]
    case .swiftLintJSON:
      corpus = [
        #"[{"character": 1, "file": "/root/a.swift", "line": 1, "reason": "m", "rule_id": "r", "severity": "Error"}]"#
      ].map { Array($0.utf8) }
      dictionary = paths + numbers + ["{", "}", "[", "]", "\"", "\"file\": ", "\"line\": "]
    case .github:
      corpus = ["::warning file=a.swift,line=1,col=2,endLine=3,endColumn=4,title=R::m (r)\n::error file=a.swift::n\n"]
        .map { Array($0.utf8) }
      dictionary = paths + numbers + ["::", ",", "=", "%0A", "%25", "::notice ", "file=", "\r\n"]
    case .lines:
      corpus = ["a.swift:1:2: warning: [R] m\n/root/a.swift:3:1: error: n\r\n"].map { Array($0.utf8) }
      dictionary = paths + numbers + [":", ": warning: ", "[R] ", "\r\n", "\0"]
    }
  }

  func look(at bytes: [UInt8]) -> FuzzLook {
    do {
      let report = try LinterReportReader.read(bytes, format, regex: Self.regex)
      let made = ExternalFindings(
        linter: "x", severity: nil, maximumSeverity: nil, limitPerRule: 20, roots: ["/root"], workingFolder: "/root"
      ).make(report, in: change)
      return .accepted(
        "\(min(report.findings.count, 4)) \(min(made.findings.count, 4)) \(made.notes.count)",
        problem: made.findings.lazy.compactMap(problem).first ?? made.notes.problem)
    } catch {
      return .refused("\(error)")
    }
  }

  private func problem(with finding: Finding) -> String? {
    let range = finding.range
    guard finding.path == "a.swift", (1...4).contains(range.startLine), (range.startLine...4).contains(range.endLine),
      range.startColumn >= 1, range.endColumn >= 1
    else { return "a finding is at \(finding.path) \(range)" }
    guard finding.rule.hasPrefix("x/"), finding.rule.utf8.count < 110,
      finding.rule.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else { return "a rule is \(finding.rule)" }
    let isPlain =
      !finding.message.isEmpty && finding.message.utf8.count < 1_100 && !finding.message.contains { $0.isNewline }
    return isPlain ? nil : "a message is \(finding.message.prefix(200))"
  }
}
