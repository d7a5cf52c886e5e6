// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ReviewContract
@testable import ReviewWorker

struct VerdictJudgeTests {
  private func finding(_ severity: Severity, inChange: Bool = true, rule: String = "r") -> Finding {
    Finding(
      rule: rule, severity: severity, path: "a", range: SourceRange(line: 1, column: 1), message: "m",
      isInChange: inChange)
  }

  private func coverage(_ gate: PatchCoverage.Gate) -> PatchCoverage {
    PatchCoverage(
      counts: LineCounts(covered: 1, missed: 1), partials: .covered, target: "80 %", gate: gate, files: [])
  }

  private func judge(
    _ outcome: TestRun.Outcome, _ findings: [Finding] = [], _ coverage: PatchCoverage? = nil
  ) -> VerdictJudge.Judgement {
    let reason = outcome == .passed ? "" : "because"
    let run = TestRun(side: .head, outcome: outcome, reason: reason)
    return VerdictJudge.judge(Evidence(runs: [run], findings: findings, coverage: coverage))
  }

  @Test(arguments: [
    (TestRun.Outcome.passed, Verdict.passed), (.testsFailed, .testsFailed), (.crashed, .crashed),
    (.timedOut, .timedOut), (.buildFailed, .buildFailed), (.noTests, .noTests), (.couldNotRun, .couldNotRun),
  ])
  func `the verdict is the outcome of the tests`(outcome: TestRun.Outcome, verdict: Verdict) {
    #expect(judge(outcome).verdict == verdict)
  }

  @Test func `errors in the change fail the review, warnings and old errors do not`() {
    #expect(judge(.passed, [finding(.warning), finding(.error, inChange: false)]).verdict == .passed)
    #expect(
      judge(.passed, [finding(.error)])
        == VerdictJudge.Judgement(verdict: .findings, reasons: ["1 finding is an error"]))
  }

  @Test func `a compiler error is not an additional reason for a failed build`() {
    let error = finding(.error, rule: Finding.compilerError)
    #expect(judge(.buildFailed, [error]).reasons == ["because"])
    #expect(judge(.buildFailed, [error, finding(.error)]).reasons == ["because", "1 finding is an error"])
    #expect(judge(.passed, [error]).reasons == ["1 finding is an error"])
  }

  @Test func `unchecked files fail the review with their number, and are no findings of a rule`() {
    let files = [UncheckedFile(path: "a", reason: "x"), UncheckedFile(path: "b", reason: "y")]
    let errors = UncheckedFiles.findings(files, .fail)
    #expect(judge(.passed, errors).verdict == .findings)
    #expect(judge(.passed, errors + [finding(.error)]).reasons == ["1 finding is an error", "2 files not checked"])
    #expect(judge(.passed, UncheckedFiles.findings(files, .note)).verdict == .passed)
  }

  @Test func `unchecked files fail the review unless neither rules nor coverage are required`() {
    let findings = UncheckedFiles.findings([UncheckedFile(path: "a", reason: "x")], .fail)
    let verdicts = [[ReviewPart.rules], [.coverage], [.rules, .coverage]].map { parts in
      VerdictJudge.judge(Evidence(findings: findings, informational: Set(parts)))
    }
    #expect(verdicts.map(\.verdict) == [.findings, .findings, .passed])
    #expect(verdicts[2].informational == ["1 file not checked"])
  }

  @Test func `coverage fails the review only if its gate failed`() {
    for gate in [PatchCoverage.Gate.passed, .informational, .skipped] {
      #expect(judge(.passed, [], coverage(gate)).verdict == .passed)
    }
    #expect(
      judge(.passed, [], coverage(.failed))
        == VerdictJudge.Judgement(
          verdict: .coverage, reasons: ["coverage of the change is 50 %, below the target of 80 %"]))
  }

  @Test func `the worst result is the verdict, and every reason is listed`() {
    let judgement = judge(.testsFailed, [finding(.error), finding(.error)], coverage(.failed))
    #expect(judgement.verdict == .testsFailed)
    #expect(
      judgement.reasons == [
        "because", "2 findings are errors", "coverage of the change is 50 %, below the target of 80 %",
      ])
    #expect(judge(.noTests, [finding(.error)]).verdict == .findings)
  }

  @Test func `a failed merge fails the review, and the reason names the merge`() {
    let runs = [
      TestRun(side: .head, outcome: .passed), TestRun(side: .merge, outcome: .testsFailed, reason: "1 test failed"),
    ]
    #expect(
      VerdictJudge.judge(Evidence(runs: runs))
        == VerdictJudge.Judgement(verdict: .testsFailed, reasons: ["after the merge, 1 test failed"]))
  }

  @Test(arguments: [
    (["a.swift"], "head and base conflict in a.swift"), (["a", "b", "c"], "head and base conflict in a and 2 more"),
  ])
  func `a conflict of head and base is the verdict and the first reason`(paths: [String], reason: String) {
    let run = TestRun(side: .head, outcome: .buildFailed, reason: "the build failed")
    #expect(
      VerdictJudge.judge(Evidence(runs: [run], conflicts: paths))
        == VerdictJudge.Judgement(verdict: .conflict, reasons: [reason, "the build failed"]))
  }
}
