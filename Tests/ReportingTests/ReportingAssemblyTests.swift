// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import Reporting
import ReviewContract
import Testing

struct ReportingAssemblyTests {
  @Test func `fills its slots`() throws {
    let registry = Registry([ReportingAssembly()])
    try registry.check()
    var resolver = registry.resolver()
    let report = try SampleReport.passed()
    let marker = try #require(CommentMarker(name: "ci"))
    #expect(try marker.isFirstLine(of: resolver(.commentRenderer)(CommentSettings(marker: marker)).render(report)))
    #expect(
      try resolver(.terminalRenderer)(TerminalSettings(hasColor: false, width: 80)).render(report)
        .hasPrefix("reviewbot: passed\n"))
    #expect(try resolver(.jsonRenderer).render(report).hasPrefix("{\n"))
    #expect(try resolver(.annotationRenderer).render(report) == "")
    #expect(try resolver(.summaryRenderer).render(report) == "passed · 3 tests")
  }
}
