// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewContract

struct VerdictTests {
  @Test func `each verdict has its documented exit status`() {
    let statuses = Dictionary(grouping: Verdict.allCases, by: \.exitCode).mapValues { Set($0) }
    #expect(
      statuses == [
        0: [.passed, .noTests],
        1: [.conflict, .buildFailed, .timedOut, .crashed, .testsFailed, .findings, .coverage],
        3: [.couldNotRun], 4: [.superseded],
      ])
    #expect(Verdict.allCases.allSatisfy { $0.isPassing == ($0.exitCode == 0) })
  }

  @Test(
    arguments: [
      ([ReviewPart.build], TestRun.Outcome.buildFailed, Verdict.passed), ([.tests], .buildFailed, .buildFailed),
      ([.tests], .testsFailed, .passed), ([.tests], .crashed, .passed), ([.build], .testsFailed, .testsFailed),
      // The build or the tests may have timed out.
      ([.build], .timedOut, .timedOut), ([.build, .tests], .timedOut, .passed),
      (ReviewPart.allCases, .couldNotRun, .couldNotRun),
    ] as [([ReviewPart], TestRun.Outcome, Verdict)])
  func `an informational part does not affect the verdict`(
    parts: [ReviewPart], outcome: TestRun.Outcome, verdict: Verdict
  ) {
    let run = TestRun(side: .head, outcome: outcome, reason: "it did not pass", toolchain: "")
    let judgement = VerdictJudge.judge(Evidence(runs: [run], informational: Set(parts)))
    #expect(judgement.verdict == verdict)
    #expect(judgement.informational == (verdict == .passed ? ["it did not pass"] : []))
    #expect(judgement.reasons == (verdict == .passed ? [] : ["it did not pass"]))
  }

  @Test func `an unreadable coverage report does not affect the verdict if coverage is informational`() {
    let missing = Report.MissingResult(verdict: .coverage, reason: "the coverage report a.info cannot be read")
    let judgement = VerdictJudge.judge(Evidence(missingResults: [missing], informational: [.coverage]))
    #expect(judgement.verdict == .passed && judgement.reasons == [])
    #expect(judgement.informational == [missing.reason])
    #expect(VerdictJudge.judge(Evidence(missingResults: [missing])).verdict == .coverage)
  }

  @Test func `a conflict is never informational`() {
    let evidence = Evidence(conflicts: ["a.swift"], informational: Set(ReviewPart.allCases))
    #expect(VerdictJudge.judge(evidence).verdict == .conflict)
  }
}
