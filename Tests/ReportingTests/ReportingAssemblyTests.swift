// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Reporting
import ReviewContract
import Testing

struct ReportingAssemblyTests {
  @Test func `the assembly renders a report in each format`() throws {
    let reporting = ReportingAssembly()
    let report = try SampleReport.passed()
    let marker = try #require(CommentMarker(name: "ci"))
    #expect(try marker.isFirstLine(of: reporting.comment(CommentSettings(marker: marker)).render(report)))
    #expect(
      try reporting.terminal(TerminalSettings(hasColor: false, width: 80)).render(report)
        .hasSuffix("✅ reviewbot — passed\n"))
    #expect(try reporting.json.render(report).hasPrefix("{\n"))
    #expect(try reporting.annotations.render(report) == "")
    #expect(try reporting.summary.render(report) == "passed · 3 tests")
  }
}
