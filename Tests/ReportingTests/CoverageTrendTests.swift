// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import TestHistory
import Testing

@testable import Reporting

struct CoverageTrendTests {
  private func trend(_ count: Int, repository: String = "acme/shapes") throws -> CoverageTrend {
    let points = try (0..<count).map { index in
      CoverageHistory.Entry(
        commit: try #require(CommitID(String(repeating: String(index % 10), count: 40))),
        time: Date(timeIntervalSince1970: TimeInterval(1_764_000_000 + index * 86_400)),
        project: LineCounts(covered: 800 + index * index, missed: 200),
        patch: index % 2 == 0 ? LineCounts(covered: 3, missed: 1) : nil, testsPassed: index != 3)
    }
    return CoverageTrend(repository: repository, branch: "main", points: points)
  }

  @Test(arguments: CoverageTrend.Format.allCases)
  func `a trend is rendered in each format`(format: CoverageTrend.Format) throws {
    try Golden.expect(trend(6).render(format), isIn: "trend.\(format.rawValue)")
  }

  @Test(arguments: CoverageTrend.Format.allCases, [0, 1, 1000])
  func `a trend of any number of commits is rendered`(format: CoverageTrend.Format, count: Int) throws {
    let text = try trend(count).render(format)
    #expect(!text.isEmpty && !text.contains("nan") && !text.contains("inf"))
  }

  @Test func `repository names are escaped in a plot`() throws {
    let text = try trend(2, repository: "<script>alert(1)</script>").render(.svg)
    #expect(!text.contains("<script"))
  }

  @Test(arguments: [
    (0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_709_251_199, "2024-02-29"), (4_102_444_800, "2100-01-01"),
  ])
  func `times are formatted as dates`(time: Int, date: String) { #expect(FailureHistory.day(time) == date) }
}
