// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import Rules

/// The readers of the reports of other linters.
struct LinterReportTests {
  private static let sarif = #"""
    {"$schema": "https://example.com", "version": "2.1.0", "runs": [{
      "tool": {"driver": {"name": "x", "rules": [
        {"id": "a", "defaultConfiguration": {"level": "error"}, "messageStrings": {"m": {"text": "from the rule"}}}]}},
      "artifacts": [{"location": {"uri": "Sources/B.swift"}}],
      "results": [
        {"ruleId": "r", "level": "note", "message": {"text": "one"}, "locations": [{"physicalLocation": {
          "artifactLocation": {"uri": "file:///box/source/Sources/My%20File.swift"},
          "region": {"startLine": 3, "startColumn": 5, "endLine": 4, "endColumn": 6}}}]},
        {"ruleIndex": 0, "message": {"id": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"index": 0}}}]},
        {"ruleId": "passed", "kind": "pass", "message": {"text": "x"}, "locations": [{"physicalLocation": {
          "artifactLocation": {"uri": "a.swift"}}}]},
        {"ruleId": "suppressed", "suppressions": [{"kind": "inSource"}], "message": {"text": "x"},
          "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.swift"}}}]},
        {"ruleId": "nowhere", "message": {"text": "x"}},
        {"ruleId": 7, "message": [], "locations": [{"physicalLocation": {"artifactLocation": {"uri": "c.swift"},
          "region": {"startLine": 99999999999999999999}}}]},
        17
      ]}, 5]}
    """#
  private static let checkstyle = """
    <?xml version="1.0" encoding="UTF-8"?>
    <checkstyle version="4.3">
      <file name="/box/source/a.swift">
        <error line="2" column="7" severity="warning" message="a &lt;b&gt;" source="swiftlint.rules.force_cast"/>
        <error severity="info" message="whole file"/>
        <error line="1" severity="ignore" message="no"/>
      </file>
      <file name="b.swift"><error line="x" message="m"/></file>
    </checkstyle>
    """
  private static let json = #"""
    [{"character": 9, "file": "/box/source/a.swift", "line": 4, "reason": "Long", "rule_id": "line_length",
      "severity": "Error", "type": "Line Length"},
     {"character": null, "file": "b.swift", "line": 1, "reason": "Whole", "rule_id": "file_name", "severity": "Warning"},
     {"file": null, "reason": "no place"}, "x"]
    """#

  private func texts(_ text: String, _ format: LinterReportFormat, regex: String = "") throws -> [String] {
    try LinterReportReader.read(Array(text.utf8), format, regex: regex).findings.map { finding in
      let end = finding.endLine.map { "-\($0):\(finding.endColumn ?? 0)" } ?? ""
      return
        "\(finding.path):\(finding.line):\(finding.column)\(end) \(finding.severity) \(finding.rule): \(finding.message)"
    }
  }

  @Test func `SARIF results with a place in a file are read`() throws {
    #expect(
      try texts(Self.sarif, .sarif) == [
        "/box/source/Sources/My File.swift:3:5-4:6 note r: one", "Sources/B.swift:1:1 error a: from the rule",
        "c.swift:1:1 warning : ",
      ])
  }

  @Test(
    arguments: [
      (#""suppressions": []"#, true, nil), (#""suppressions": null"#, true, nil),
      (#""suppressions": [{"kind": "external", "status": "underReview"}, {"status": "rejected"}]"#, true, nil),
      (#""suppressions": [{"status": "rejected"}, {"status": null}]"#, false, nil),
      (#""suppressions": {"kind": "inSource"}"#, true, "suppressions is not an array"),
      (#""suppressions": true"#, true, "suppressions is not an array"),
      (#""suppressions": [true]"#, true, "suppressions contains something other than objects"),
      (#""suppressions": ["x", {}]"#, false, "suppressions contains something other than objects"),
      (#""suppressions": [{"status": 1}]"#, true, "the status of a suppression is not a string"),
    ] as [(String, Bool, String?)])
  func `a result is suppressed only by a valid suppression, and others are named`(
    suppressions: String, isFound: Bool, reason: String?
  ) throws {
    let place = #""locations": [{"physicalLocation": {"artifactLocation": {"uri": "b.swift"}}}]"#
    let report = try sarifReport(#"[{"ruleId": "r", \#(suppressions), \#(place)}, {"ruleId": "s", \#(place)}]"#)
    #expect(report.findings.map(\.rule) == (isFound ? ["r", "s"] : ["s"]))
    #expect(report.interruption == reason)
  }

  @Test(
    arguments: [
      (#"{"index": 1}"#, "[]", "the artifacts of a run lack a file of a result"),
      (#"{"index": 0}"#, #"{"location": {"uri": "a.swift"}}"#, "the artifacts of a run lack a file of a result"),
      (#"{"index": 0}"#, #"["a.swift"]"#, "the artifacts of a run lack a file of a result"),
      (#"{"index": "0"}"#, #"[{"location": {"uri": "a.swift"}}]"#, "the artifacts of a run lack a file of a result"),
      (#"{"uri": 7}"#, "7", "the artifactLocation of a result has no uri"),
      ("[]", "[]", "the artifactLocation of a result has no uri"),
      ("null", "7", nil), (#"{"uri": "a.swift"}"#, "7", nil),
    ] as [(String, String, String?)])
  func `a result with an unreadable file is named, and others are read`(
    file: String, artifacts: String, reason: String?
  ) throws {
    let report = try sarifReport(
      #"[{"ruleId": "r", "locations": [{"physicalLocation": {"artifactLocation": \#(file)}}]}, "#
        + #"{"ruleId": "s", "locations": [{"physicalLocation": {"artifactLocation": {"uri": "b.swift"}}}]}]"#,
      artifacts: artifacts)
    #expect(report.findings.filter { $0.rule == "s" }.map(\.path) == ["b.swift"])
    #expect(report.interruption == reason)
  }

  @Test(
    arguments: [
      (#"[{"physicalLocation": "b.swift:3"}]"#, "the physicalLocation of a result is not an object"),
      (#"[{"id": 1}, {"physicalLocation": []}]"#, "the physicalLocation of a result is not an object"),
      (#"[{"id": 1}, {"physicalLocation": null}]"#, nil), ("[]", nil),
    ] as [(String, String?)])
  func `a result is about no file only if it has no physicalLocation`(locations: String, reason: String?) throws {
    let report = try sarifReport(
      #"[{"ruleId": "r", "locations": \#(locations)}, "#
        + #"{"ruleId": "s", "locations": [{"physicalLocation": {"artifactLocation": {"uri": "b.swift"}}}]}]"#)
    #expect(report.findings.map(\.rule) == ["s"])
    #expect(report.interruption == reason)
  }

  @Test(
    arguments: [
      (.swiftLintJSON, "[7]", "the array contains something other than objects"),
      (.swiftLintJSON, #"[{"file": 7, "reason": "m"}]"#, "the file of a violation is not a string"),
      (.swiftLintJSON, #"[{"file": "a.swift"}]"#, "the reason of a violation is not a string"),
      (.swiftLintJSON, #"[{"reason": "m"}, {"file": null, "reason": "m"}]"#, nil),
      (.checkstyle, "<checkstyle><error message='m'/></checkstyle>", "an error belongs to no file with a name"),
      (.checkstyle, "<checkstyle><file><error/></file></checkstyle>", "an error belongs to no file with a name"),
      (.checkstyle, "<checkstyle><file/></checkstyle>", nil),
    ] as [(LinterReportFormat, String, String?)])
  func `a violation of which the file cannot be read is named`(
    format: LinterReportFormat, text: String, reason: String?
  ) throws {
    let report = try LinterReportReader.read(Array(text.utf8), format)
    #expect(report.findings.isEmpty)
    #expect(report.interruption == reason)
  }

  @Test(arguments: [
    (#"{"ruleId": "r"}"#, "results is not an array"), ("[5]", "results contains something other than objects"),
    (#"[{"ruleId": "r", "locations": {"physicalLocation": {}}}]"#, "locations is not an array"),
    (#"[]}, 5, {"results": []"#, "runs contains something other than objects"),
  ])
  func `wrong types in a SARIF report are named`(results: String, reason: String) throws {
    #expect(try sarifReport(results).interruption == reason)
  }

  @Test(arguments: ["null", "[]"]) func `a SARIF report without results is complete`(results: String) throws {
    #expect(try sarifReport(results) == LinterReport())
  }

  private func sarifReport(_ results: String, artifacts: String = "[]") throws -> LinterReport {
    let text = #"{"runs": [{"artifacts": \#(artifacts), "results": \#(results)}]}"#
    return try LinterReportReader.read(Array(text.utf8), .sarif)
  }

  @Test func `Checkstyle reports are read, also with a byte order mark`() throws {
    let expected = [
      "/box/source/a.swift:2:7 warning force_cast: a <b>", "/box/source/a.swift:1:1 note : whole file",
      "b.swift:1:1 error : m",
    ]
    #expect(try texts(Self.checkstyle, .checkstyle) == expected)
    #expect(try texts("\u{feff}" + Self.checkstyle, .checkstyle) == expected)
  }

  @Test func `SwiftLint's JSON is read`() throws {
    #expect(
      try texts(Self.json, .swiftLintJSON) == [
        "/box/source/a.swift:4:9 error line_length: Long", "b.swift:1:1 warning file_name: Whole",
      ])
    #expect(try texts("\n", .swiftLintJSON) == [])
  }

  @Test func `GitHub annotations are read between other lines`() throws {
    let text = """
      Building…
      ::group::Lint
      ::warning file=a.swift,line=1,col=2,endLine=1,endColumn=4,title=My%3A Rule::a%0Ab 100%25
        ::error file=b%2Cc.swift::Bad (force_cast)\r
      ::notice::without a file
      ::debug file=a.swift::no
      ::error file=a.swift,line=-5,col=x::strange
      """
    #expect(
      try texts(text, .github) == [
        "a.swift:1:2-1:4 warning My: Rule: a\nb 100%", "b,c.swift:1:1 error force_cast: Bad (force_cast)",
        "a.swift:-5:1 error : strange",
      ])
  }

  @Test func `lines that match a regex are read`() throws {
    let regex =
      #"^(?<path>.+?):(?<line>\d+):(?:(?<column>\d+):)? (?<severity>\w+): (?<message>.*?)(?: \[(?<rule>\w+)\])?$"#
    let text = "a b.swift:3:7: error: broken [R1]\r\nother\nb.swift:4: hint: soft\n"
    #expect(
      try texts(text, .lines, regex: regex) == [
        "a b.swift:3:7 error R1: broken", "b.swift:4:1 note : soft",
      ])
  }

  @Test func `the lines of swift-format are read`() throws {
    let text = """
      Sources/a.swift:1:10: warning: [DoNotUseSemicolons] remove ';'
      Sources/a.swift:2:1: error: unexpected code in source file
      """
    let regex =
      #"^(?<path>.+?):(?<line>\d+):(?<column>\d+): (?<severity>error|warning|note): (?:\[(?<rule>\w+)\] )?(?<message>.+)$"#
    #expect(
      try texts(text, .lines, regex: regex) == [
        "Sources/a.swift:1:10 warning DoNotUseSemicolons: remove ';'",
        "Sources/a.swift:2:1 error : unexpected code in source file",
      ])
  }

  @Test(arguments: [
    (LinterReportFormat.sarif, "", "it is not SARIF"), (.sarif, "[]", "it is not SARIF"),
    (.sarif, #"{"runs": "#, "it is not SARIF"), (.sarif, String(repeating: "[", count: 100_000), "it is not SARIF"),
    (.swiftLintJSON, "{}", "it is not the JSON of SwiftLint"),
    (.swiftLintJSON, "\u{0}", "it is not the JSON of SwiftLint"),
    (.checkstyle, "", "it ends too early or is not Checkstyle's XML"),
    (.checkstyle, "<checkstyle><file name='a'>", "it ends too early or is not Checkstyle's XML"),
    (.checkstyle, "<other/>", "it ends too early or is not Checkstyle's XML"),
    (.checkstyle, "<checkstyle><?x?></checkstyle>", "it has a processing instruction"),
    (.checkstyle, "<!DOCTYPE a [<!ENTITY b 'c'>]><checkstyle/>", "it declares a document type"),
    (.checkstyle, String(repeating: "<checkstyle>", count: 20), "it is nested deeper than 16 elements"),
    (.lines, "a", "its regex has no group (?<path>…)"),
  ])
  func `an unreadable report is rejected with the reason`(format: LinterReportFormat, text: String, message: String) {
    let bytes = Array((text == "\u{0}" ? "nul \u{0}" : text).utf8)
    #expect(throws: LinterReportError(message)) { try LinterReportReader.read(bytes, format, regex: "a") }
  }

  @Test func `an unknown encoding in the XML declaration is ignored`() throws {
    let text = "<?xml version=\"1.0\" encoding=\"nonsense\"?><checkstyle/>"
    #expect(try LinterReportReader.read(Array(text.utf8), .checkstyle).findings.isEmpty)
  }

  @Test func `the size of a report and the number of its findings are limited`() throws {
    let large = [UInt8](repeating: 0x20, count: LinterReportReader.maximumBytes + 1)
    #expect(throws: LinterReportError("it has more than 8 MiB")) { try LinterReportReader.read(large, .github) }
    let line = "::warning file=a.swift::m\n"
    let many = Array(String(repeating: line, count: LinterReportReader.maximumFindings + 3).utf8)
    let report = try LinterReportReader.read(many, .github)
    #expect(report.findings.count == LinterReportReader.maximumFindings)
    #expect(report.surplus == 3)
  }

  @Test(
    arguments: [
      (LinterReportFormat.github, 16_384, nil), (.github, 16_385, "a line is longer than 16 KiB"),
      (.lines, 16_384, nil), (.lines, 16_385, "a line is longer than 16 KiB"),
    ] as [(LinterReportFormat, Int, String?)])
  func `a line that is too long interrupts the report`(
    format: LinterReportFormat, length: Int, reason: String?
  ) throws {
    let start = "::error file=a.swift::"
    let line = start + String(repeating: "x", count: length - start.utf8.count)
    let regex = "^::error file=(?<path>.*)::(?<message>.*)$"
    let report = try LinterReportReader.read(Array("\(line)\n\(start)m\n".utf8), format, regex: regex)
    #expect(report.interruption == reason)
    #expect(report.findings.count == (reason == nil ? 2 : 1))
  }

  @Test func `a long line that is no annotation is ignored`() throws {
    let text = String(repeating: "x", count: 20_000) + "\n::error file=a.swift::m\n"
    let report = try LinterReportReader.read(Array(text.utf8), .github)
    #expect(report.interruption == nil)
    #expect(report.findings.count == 1)
  }

  @Test func `a regex that takes time in proportion to the output reads all of it`() throws {
    let line = "Sources/A/a.swift:10:3: warning: the function is long [function_length]\n"
    let regex = #"^(?<path>[^:]+):(?<line>\d+):(?<column>\d+): (?<severity>\w+): (?<message>.+?) \[(?<rule>\w+)\]$"#
    let report = try LinterReportReader.read(Array(String(repeating: line, count: 50_000).utf8), .lines, regex: regex)
    #expect(report.interruption == nil)
    #expect(report.findings.count + report.surplus == 50_000)
  }

  @Test func `a regex with catastrophic backtracking is stopped`() throws {
    let line = "p" + String(repeating: "a", count: 60) + "!\n"
    let regex = #"^(?<path>p)(?<message>(a+)+)$"#
    let report = try LinterReportReader.read(Array(String(repeating: line, count: 100).utf8), .lines, regex: regex)
    #expect(report.findings.isEmpty)
    #expect(report.interruption == "its regex takes too many steps")
  }
}
