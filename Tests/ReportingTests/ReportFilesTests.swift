// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Reporting

struct ReportFilesTests {
  private func files() throws -> ReportFiles {
    let marker = try #require(CommentMarker(name: "reviewbot"))
    return ReportFiles(
      rules: [
        FindingList.Rule(
          id: "force_unwrapping", name: "Force Unwrapping", summary: "A forced unwrap crashes.", kind: "idiomatic",
          severity: .warning, helpURL: "https://example.org/force_unwrapping.html")
      ], comment: CommentSettings(marker: marker))
  }

  @Test(arguments: SampleReports.allCases, ReportFormat.allCases)
  func `each report is rendered in each format`(sample: SampleReports, format: ReportFormat) throws {
    guard !sample.isRecordedForPeople || [.markdown, .text].contains(format) else { return }
    let text = try files().render(sample.report(), as: format) ?? "nothing\n"
    // The record of five thousand findings is a digest; all others can be read in reviews.
    let recorded =
      text.utf8.count > 60_000
      ? digest(text)
      : text.replacing(PageAssets.style, with: "STYLE\n")
        .replacing(PageAssets.script, with: "SCRIPT\n").replacing(#/'sha256-[^']*'/#, with: "'sha256'")
    try Golden.expect(recorded, isIn: "reports/\(sample.rawValue).\(format.rawValue)")
  }

  private func digest(_ text: String) -> String {
    let lines = text.replacing(PageAssets.style, with: "").replacing(PageAssets.script, with: "")
      .replacing(#/'sha256-[^']*'/#, with: "'sha256'").split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.prefix(30).map { $0.prefix(2_000) }.joined(separator: "\n")
    return "\(shown)\n…\n\(lines.count) lines\n"
  }

  @Test func `a report without coverage has no coverage files`() throws {
    let report = try SampleReports.flaky.report()
    #expect(try files().render(report, as: .lcov) == nil)
    #expect(try files().render(report, as: .badge) == nil)
    #expect(try files().render(SampleReports.conflict.report(), as: .junit) == nil)
  }

  @Test func `a report without a measured line has no LCOV file`() throws {
    let unmeasured = PatchCoverage(
      counts: LineCounts(), partials: .covered, target: "auto", gate: .informational, files: [],
      unmeasured: [.init(path: "a.swift", reason: "r", couldBeMeasured: true, lines: [1...2])])
    #expect(try files().render(SampleReport.passed(coverage: unmeasured), as: .lcov) == nil)
  }

  @Test(
    .enabled(if: SARIFSchema.folder != nil, "REVIEWBOT_SARIF is not set to the folder of SARIF's schema"),
    arguments: SampleReports.allCases)
  func `SARIF of a report is valid`(sample: SampleReports) throws {
    let text = try #require(try files().render(sample.report(), as: .sarif))
    #expect(try SARIFSchema().problems(JSONSerialization.jsonObject(with: Data(text.utf8))) == [])
  }

  @Test func `a report names its custom rules, and cannot rename others`() throws {
    let rules = ["force_unwrapping", "no_print"].map { id in
      CustomRule(id: id, name: "Own Name", message: "text of the <b>rule", severity: .error, regex: "a")
    }
    let report = try SampleReport.full().naming(rules)
    #expect(report.customRules?.map(\.id) == ["force_unwrapping"])
    let marker = try #require(CommentMarker(name: "reviewbot"))
    let own = ReportFiles(rules: [], comment: CommentSettings(marker: marker))
    let sarif = try #require(try own.render(report, as: .sarif))
    #expect(sarif.contains("\"name\" : \"Own Name\"") && sarif.contains("text of the <b>rule"))
    #expect(try #require(try own.render(report, as: .html)).contains(">text of the &lt;b&gt;rule</span>"))
    let known = try #require(try files().render(report, as: .sarif))
    #expect(known.contains("\"name\" : \"Force Unwrapping\"") && !known.contains("Own Name"))
  }

  @Test(arguments: HostileInputs.all)
  func `hostile text is escaped in a page`(text: String) throws {
    // A finding without a path is about the pull request, and has no link.
    let path = text.isEmpty ? " " : text
    let report = try SampleReport.full(
      title: text, author: text, path: path, message: text, suite: text, test: text, log: text)
    let body = Self.body(
      report.adding(sources: [SampleReports.source(path: path, line: text)], coverage: nil))
    #expect(HostileInputs.hiddenScalars(in: String(decoding: body, as: UTF8.self)) == [])
    let plain = try Self.plain.get()
    for tag in Self.tags { #expect(Self.count(tag, in: body) == plain[tag], "\(tag)") }
    let start = try #require(body.range(of: Data("<script type=\"application/json\" id=\"data\">".utf8)))
    let end = try #require(body.range(of: Data("</script>".utf8), in: start.upperBound..<body.endIndex))
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: body[start.upperBound..<end.lowerBound]) }
  }

  private static let tags = [
    "<script", "</script", "<style", "<b", "<img", "<a ", "<svg", "<!--", "<iframe", "<div",
  ]

  /// The number of elements of each kind in a page with harmless texts.
  private static let plain = Result { () throws -> [String: Int] in
    let page = try body(SampleReport.full().adding(sources: [SampleReports.source()], coverage: nil))
    return Dictionary(uniqueKeysWithValues: tags.map { ($0, count($0, in: page)) })
  }

  /// Returns a page without its own style and script.
  private static func body(_ report: Report) -> Data {
    var page = Data(ReportPage(rules: []).render(report).utf8)
    for asset in [PageAssets.style, PageAssets.script] {
      if let range = page.range(of: Data(asset.utf8)) { page.removeSubrange(range) }
    }
    return page
  }

  private static func count(_ tag: String, in page: Data) -> Int {
    var count = 0
    var start = page.startIndex
    while let found = page.range(of: Data(tag.utf8), in: start..<page.endIndex) {
      count += 1
      start = found.upperBound
    }
    return count
  }

  @Test func `an address with the scheme javascript is not a link`() throws {
    var json = try JSONSerialization.jsonObject(with: ReportFile.encode(SampleReport.full())) as? [String: Any] ?? [:]
    var pull = json["pull_request"] as? [String: Any] ?? [:]
    pull["url"] = "javascript:alert(1)"
    json["pull_request"] = pull
    let page = ReportPage(rules: []).render(
      try ReportFile.decode(JSONSerialization.data(withJSONObject: json)))
    #expect(!page.contains("javascript:"))
  }

  @Test func `a page of two hundred files stays small`() throws {
    let lines = (1...150).map { "+    let value\($0) = try compute(argument: \"\($0)\", of: \($0)) // <>&" }
    let sources = (0..<200).map { index in
      ChangedSource(
        ChangedFile(path: "Sources/A/File\(index).swift", status: .added),
        sections: [.init(oldStart: 1, newStart: 1, lines: lines)])
    }
    let page = ReportPage(rules: []).render(try SampleReport.passed().adding(sources: sources, coverage: nil))
    #expect(page.utf8.count < 2_000_000)
    #expect(page.contains("noRoom"))
  }

  @Test func `a forged range of lines yields an LCOV file of limited size`() throws {
    var text = String(decoding: try ReportFile.encode(SampleReports.testsRed.report()), as: UTF8.self)
    text = text.replacing(#/"missed_lines" : \[\s*\[\s*3,\s*7/#, with: "\"missed_lines\":[[3,900000000")
    #expect(text.contains("900000000"))
    let report = try ReportFile.decode(Data(text.utf8))
    let lcov = try #require(try files().render(report, as: .lcov))
    #expect(lcov.utf8.count < 32 << 20)
  }

  @Test func `column offsets account for expanded tabs and non-ASCII characters`() throws {
    let line = Substring("\tlet ä = b ? c : d")
    #expect(PageLine(line).text == "    let ä = b ? c : d")
    #expect(PageLine.offsets(19...20, in: line) == (20, 21))
  }
}
