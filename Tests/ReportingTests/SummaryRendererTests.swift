// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
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

  @Test func `a review that fails because of suppressions says so`() throws {
    let finding = Finding(
      rule: "force_try", severity: .error, path: "a.swift", range: SourceRange(line: 2, column: 1), message: "m",
      isInChange: true)
    let report = try SampleReport.passed(
      verdict: .findings,
      suppressions: ChangeSuppressions([.finding(finding, comment: 1, isCommentOfBase: false)], .fail))
    #expect(report.verdictText == "suppressions in the change")
    #expect(NextSteps.text(report)?.hasPrefix("Remove the suppressions") == true)
  }

  @Test func `a review without errors that fails because of a rule says so`() throws {
    let line = try SummaryRenderer().render(SampleReport.full(findings: 0, verdict: .findings))
    #expect(line.hasPrefix("rules or linters did not finish"))
    #expect(!line.contains("style error"))
  }
}
