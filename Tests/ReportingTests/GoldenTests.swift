// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import Testing

@testable import Reporting

struct GoldenTests {
  private func comment() throws -> MarkdownRenderer {
    MarkdownRenderer(settings: CommentSettings(marker: try #require(CommentMarker(name: "reviewbot"))))
  }

  @Test func `the comment matches the recorded output`() throws {
    try Golden.expect(comment().render(SampleReport.full()), isIn: "comment.md")
    try Golden.expect(comment().render(SampleReport.passed()), isIn: "comment-passed.md")
  }

  @Test func `the terminal output matches the recorded output`() throws {
    let plain = TerminalRenderer(settings: TerminalSettings(hasColor: false, width: 80))
    try Golden.expect(plain.render(SampleReport.full()), isIn: "terminal.txt")
    let colored = TerminalRenderer(settings: TerminalSettings(hasColor: true, width: 60))
    try Golden.expect(colored.render(SampleReport.full()), isIn: "terminal-color.txt")
  }

  @Test func `annotations match the recorded output`() throws {
    try Golden.expect(AnnotationRenderer().render(SampleReport.full()), isIn: "annotations.txt")
  }

  @Test func `report.json matches the recorded output and is decoded unchanged`() throws {
    let report = try SampleReport.full()
    let text = try JSONRenderer().render(report)
    try Golden.expect(text, isIn: "report.json")
    let read = try ReportFile.decode(Data(text.utf8))
    #expect(read == report)
  }

  @Test func `the summary is one line, and parts that do not fit are left out`() throws {
    #expect(
      try SummaryRenderer().render(SampleReport.full())
        == "tests failed · 1 of 13 tests failed, 1 flaky · coverage of the change 73.1 %, do not trust this number · project 81.2 % (+0.4)"
    )
    // A part that no longer fits is left out.
    #expect(
      try SummaryRenderer().render(SampleReport.full(findings: 0))
        == "tests failed · 1 of 13 tests failed, 1 flaky · coverage of the change 73.1 %, do not trust this number · project 81.2 % (+0.4)"
    )
    #expect(try SummaryRenderer().render(SampleReport.passed()) == "passed · 3 tests")
  }
}
