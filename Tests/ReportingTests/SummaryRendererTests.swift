// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Reporting

struct SummaryRendererTests {
  @Test(arguments: Verdict.allCases)
  func `the summary is one short line that begins with the verdict`(verdict: Verdict) throws {
    let line = try SummaryRenderer().render(SampleReport.full(findings: 30_000, verdict: verdict))
    #expect(line.count <= SummaryRenderer.limit)
    #expect(line.hasPrefix(verdict.text))
    #expect(!line.contains("\n"))
  }

  @Test func `a review without errors that fails because of a rule says so`() throws {
    let line = try SummaryRenderer().render(SampleReport.full(findings: 0, verdict: .findings))
    #expect(line.hasPrefix("rules or linters did not finish"))
    #expect(!line.contains("style error"))
  }
}
