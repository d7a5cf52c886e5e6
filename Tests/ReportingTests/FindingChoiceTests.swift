// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import Reporting

/// Findings that do not count: those that an account had ignored, and old ones.
struct FindingChoiceTests {
  private static func finding(_ rule: String, isInChange: Bool = true) -> Finding {
    Finding(
      rule: rule, severity: .error, path: "A.swift", range: SourceRange(line: 3, column: 1), message: "no \(rule)",
      fingerprint: "0123456789abcdef", isInChange: isInChange)
  }

  /// The only error of a change is ignored, and an old one is listed.
  static func report(isIgnored: Bool = true) throws -> Report {
    let report = try SampleReport.passed(
      findings: [finding("one"), finding("old_one", isInChange: false)],
      selection: FindingSelection(scope: .hunk, old: .list))
    let requests = isIgnored ? [IgnoreRequest(identifier: finding("one").identifier, account: "ada")] : []
    return report.ignoring(requests, JudgingPolicy())
  }

  private func comment(_ report: Report, readsCommands: Bool = true) throws -> String {
    let settings = CommentSettings(
      marker: try #require(CommentMarker(name: "swift-bot")), readsCommands: readsCommands)
    return MarkdownRenderer(settings: settings).render(report)
  }

  @Test func `the comment lists what was ignored, and old findings below a count of their own`() throws {
    let comment = try comment(try Self.report())
    #expect(comment.contains("### ✅ reviewbot — passed · 1 thing to look at\n"))
    #expect(comment.contains("| ⚠️ Ignored | 1 finding ignored until the next push, by ada |"))
    #expect(comment.contains("ignored by `@ada` until the next push: `A.swift:3:1` error: no one (`one`)"))
    #expect(comment.contains("1 old finding in the changed files, not counted"))
    #expect(comment.contains("- `A.swift:3:1` error: no `old_one` (`old_one`)\n"))
    #expect(comment.contains("no findings on changed lines and around them (1 in the same files, not counted)"))
  }

  @Test func `findings have identifiers where commands are read`() throws {
    let report = try Self.report(isIgnored: false)
    let identifier = "<sub>\(Self.finding("one").identifier)</sub>"
    let usable = try comment(report)
    #expect(usable.contains("(`one`) \(identifier)\n"))
    #expect(usable.contains("`/swift-bot ignore FINDING` leaves a finding out until the next push"))
    let plain = try comment(report, readsCommands: false)
    #expect(!plain.contains(identifier) && !plain.contains("ignore FINDING"))
  }

  @Test func `the status, the terminal and the page count and list them`() throws {
    let report = try Self.report()
    #expect(SummaryRenderer().render(report).contains("1 finding ignored"))
    let terminal = TerminalRenderer(settings: TerminalSettings(hasColor: false, width: 120)).render(report)
    #expect(terminal.contains("1 old finding in the changed files, not counted"))
    #expect(terminal.contains("Ignored: 1 finding ignored until the next push, by ada"))
    let page = ReportPage(rules: []).render(report)
    #expect(page.contains("Ignored until the next push <span") && page.contains("by ada</span>"))
    #expect(page.contains("Old findings, not counted <span"))
    // Neither is a finding of the review.
    #expect(ReviewMemory(report).now.digests == [])
    #expect(InlineRemarks(report, InlineChoice()).annotations == [])
  }
}
