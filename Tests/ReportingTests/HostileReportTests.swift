// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Reporting

struct HostileReportTests {
  private static let ownTags = ["<details>", "</details>", "<summary>", "</summary>", "<sub>", "</sub>"]

  private static var ownLink: Regex<(Substring, Substring?, Substring?)> {
    /\]\(https:\/\/github\.com\/acme\/shapes\/(?:commit\/a{40}|blob\/a{40}\/[A-Za-z0-9%\/.-]*(#L[0-9]+(-L[0-9]+)?)?)\)/
  }

  private func settings() throws -> CommentSettings {
    CommentSettings(marker: try #require(CommentMarker(name: "reviewbot")))
  }

  private func report(_ text: String) throws -> Report {
    try SampleReport.full(
      title: text, author: text, path: text, message: text, suite: text, test: text, log: text + "\n" + text)
  }

  /// Checks a comment as a forge parses it.
  private func check(_ comment: String, _ hint: String) {
    var lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.removeFirst() == "<!-- reviewbot:v1 id=reviewbot -->")
    let page = MarkdownReader(lines.joined(separator: "\n"))
    #expect(!page.isFenceOpen, "\(hint)")
    var prose = page.prose.joined(separator: "\n")
    let opened = prose.components(separatedBy: "<details>").count
    #expect(opened == prose.components(separatedBy: "</details>").count, "\(hint)")
    // The only allowed links lead to lines at the head commit.
    prose = prose.replacing(Self.ownLink, with: "]")
    // The only allowed emphasis is a heading and the coverage of the change.
    prose = prose.replacing(#/(?m)^\*\*[A-Za-z0-9 ,.:;]+\*\*$/#, with: "")
      .replacing(#/\| \*\*[0-9.]+ %\*\* —/#, with: "")
    for tag in Self.ownTags { prose = prose.replacing(tag, with: "") }
    for mark in ["<", ">", "@", "`", "://", "www.", "](", "![", "&", "\\", "*", "\u{1b}", "\u{202e}"] {
      #expect(!prose.contains(mark), "\(mark) in \(prose) of \(hint)")
    }
    #expect(prose.firstMatch(of: /[#][0-9]/) == nil, "\(hint)")
    #expect(prose.lowercased().firstMatch(of: /\b[0-9a-f]{7,40}\b/) == nil, "\(hint)")
    #expect(prose.lowercased().firstMatch(of: /gh-[0-9]/) == nil, "\(hint)")
    #expect(HostileInputs.hiddenScalars(in: comment) == [], "\(hint)")
  }

  @Test(arguments: HostileInputs.all)
  func `a comment contains only reviewbot's own markup`(text: String) throws {
    let comment = try MarkdownRenderer(settings: settings()).render(report(text))
    check(comment, String(text.prefix(100)))
    let row = MarkdownReader(comment).prose.filter { $0.hasPrefix("|") }
    #expect(row.count == 14, "the tables of checks and of files keep their rows")
  }

  @Test(arguments: [
    "<b>x</b> <img src=x onerror=y>", "@octocat @acme/owners",
    "![](https://evil.example/x.png) [x](https://evil.example)",
    "` `` ``` ~~~", "a | b |", "\u{1b}[31mred\u{1b}[0m", "\u{202e}gnp.exe",
    "</details>\n\n# Heading\n<!-- reviewbot:v1 id=reviewbot -->",
    "fixes #1 acme/shapes#12 0123456789abcdef",
  ]) func `markup in any field of a report is escaped`(text: String) throws {
    let planted = try PlantedReport(text)
    #expect(planted.count > 40)
    check(try MarkdownRenderer(settings: settings()).render(planted.report), text)
    let terminal = TerminalRenderer(settings: TerminalSettings(hasColor: false, width: 100)).render(planted.report)
    #expect(HostileInputs.hiddenScalars(in: terminal) == [])
  }

  @Test(arguments: HostileInputs.all)
  func `log text cannot end its code block`(text: String) throws {
    let full = try report(text)
    let run = TestRun(side: .head, outcome: .timedOut, reason: text, logTail: "first\n" + text + "\nlast")
    let silent = Report(
      tool: full.tool, repository: full.repository, pullRequest: full.pullRequest, head: full.head, base: full.base,
      mergeBase: full.mergeBase, configurationHash: "", verdict: .timedOut, reasons: [text], stages: [], runs: [run],
      coverage: nil, findings: [], notes: [text], change: full.change)
    let comment = try MarkdownRenderer(settings: settings()).render(silent)
    check(comment, String(text.prefix(100)))
    #expect(comment.contains("\nlast\n```"))
  }

  @Test func `the Markdown reader of the tests separates prose from code`() {
    let page = MarkdownReader("a `b` <i> ``c`d`` `open\n```text\n@x\n```\n@y")
    #expect(page.prose == ["a ¤ <i> ¤ `open", "@y"])
    #expect(page.code == ["b", "c`d", "@x"])
    #expect(!page.isFenceOpen)
  }

  @Test(arguments: HostileInputs.all)
  func `terminal output has no hidden characters`(text: String) throws {
    let page = try TerminalRenderer(settings: TerminalSettings(hasColor: false, width: 80)).render(report(text))
    #expect(HostileInputs.hiddenScalars(in: page) == [])
  }

  @Test(arguments: HostileInputs.all)
  func `each annotation is one command on one line`(text: String) throws {
    let lines = try AnnotationRenderer().render(report(text)).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let command = /::(error|warning) (file=[^:,]*,line=[0-9]+(,col=[0-9]+)?,)?title=[^:,]*::.*/
    for line in lines where !line.isEmpty {
      #expect(line.wholeMatch(of: command) != nil, "\(line)")
      #expect(HostileInputs.hiddenScalars(in: String(line)) == [])
    }
    #expect(lines.count == 4, "a failed test, two findings, and the end")
  }

  @Test(arguments: HostileInputs.all)
  func `findings in the style of compilers are one line each`(text: String) throws {
    let findings = try report(text).findings
    let lines = CompilerFindings(isAbsolute: false).render(SampleReport.list(findings)).split(
      whereSeparator: \.isNewline)
    #expect(lines.count == findings.count)
    #expect(HostileInputs.hiddenScalars(in: lines.joined()) == [])
  }

  @Test(arguments: HostileInputs.all)
  func `an annotation of a check run has no hidden characters`(text: String) throws {
    let finding = try #require(report(text).findings.first)
    #expect(HostileInputs.hiddenScalars(in: Annotation(finding).message) == [])
  }
}
