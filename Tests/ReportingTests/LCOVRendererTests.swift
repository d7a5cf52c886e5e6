// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Reporting

struct LCOVRendererTests {
  @Test func `LCOV has the counted lines, and two branches for a partly covered line`() {
    let file = LineReport.File(
      path: "Sources/A.swift",
      lines: [
        .init(line: 1, class: .covered), .init(line: 2, class: .partial, columns: [4..<6]),
        .init(line: 3, class: .missed), .init(line: 4, class: .excluded, reason: "it only ends the program"),
        .init(line: 5, class: .moved),
      ], partials: .covered)
    #expect(file.counts == LineCounts(covered: 1, partial: 1, missed: 1))
    let text = LCOVRenderer.render(LineReport(files: [file], unmeasured: [], partials: .covered))
    #expect(
      text == """
        TN:
        SF:Sources/A.swift
        BRDA:2,0,0,1
        BRDA:2,0,1,0
        BRF:2
        BRH:1
        DA:1,1
        DA:2,1
        DA:3,0
        LF:3
        LH:2
        end_of_record

        """)
  }

  @Test func `a path with a line break cannot add a record`() {
    let file = LineReport.File(path: "a\nDA:1,1", lines: [.init(line: 1, class: .missed)], partials: .covered)
    let text = LCOVRenderer.render(LineReport(files: [file], unmeasured: [], partials: .covered))
    #expect(!text.contains("\nDA:1,1"))
  }
}
