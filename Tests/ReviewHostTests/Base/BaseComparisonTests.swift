// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ReviewContract
@testable import ReviewHost
@testable import ReviewWorker

struct BaseComparisonTests {
  private static let toolchain = "Swift version 6.3"

  private func id(_ digit: String) throws -> CommitID {
    try #require(CommitID(String(repeating: digit, count: 40)))
  }

  private func base(
    _ outcome: TestRun.Outcome, failed: [String], total: Int = 3, unlisted: Int = 0, toolchain: String = toolchain
  ) throws -> BaseResult {
    BaseResult(
      commit: try id("b"), settings: "s", toolchain: toolchain,
      packages: [
        .init(
          package: "", outcome: outcome, total: total, failed: failed.map { TestID(suite: "T", name: $0) },
          unlisted: unlisted)
      ])
  }

  private func run(_ failed: [String], flaky: [String] = []) -> TestRun {
    TestRun(
      side: .head, outcome: .testsFailed, reason: "\(failed.count) tests failed",
      tests: TestCounts(passed: 3 - failed.count, failed: failed.count),
      failures: failed.map { TestFailure(suite: "T", name: $0, message: "m") },
      flaky: flaky.map { TestFailure(suite: "T", name: $0, message: "m") }, toolchain: Self.toolchain)
  }

  private func report(_ run: TestRun, missingResults: [Report.MissingResult]? = nil) throws -> Report {
    Report(
      tool: "t", repository: Repository(forge: .local, name: "p", cloneURL: "/p"),
      pullRequest: .init(number: 1, title: "T", author: nil, url: nil, isFromFork: false), head: try id("a"),
      base: try id("b"), mergeBase: try id("b"), configurationHash: "", verdict: .testsFailed, reasons: ["old"],
      stages: [], runs: [run], coverage: nil, findings: [], notes: [],
      change: ChangeSummary(files: 0, addedLines: 0, removedLines: 0), missingResults: missingResults)
  }

  @Test(
    arguments: [
      (["a", "b"], ["a", "b"], 0, TestRun.Outcome.testsFailed, [true, true]),
      (["a", "b"], ["b"], 0, .testsFailed, [false, true]), (["a", "b"], [], 0, .passed, [false, false]),
      (["a", "b"], ["b"], 2, .testsFailed, [nil, true]), (["a", "b"], ["b"], 0, .crashed, [nil, true]),
      (["a"], [], 0, .buildFailed, [nil]),
    ] as [([String], [String], Int, TestRun.Outcome, [Bool?])])
  func `failures are marked as failing on the base, not failing there, or unknown`(
    failed: [String], onBase: [String], unlisted: Int, outcome: TestRun.Outcome, marks: [Bool?]
  ) throws {
    let comparison = BaseComparison(base: try base(outcome, failed: onBase, unlisted: unlisted))
    #expect(comparison.marked(run(failed)).failures.map(\.failsOnBase) == marks)
  }

  @Test(
    arguments: [
      (ExistingFailures.fail, ["a", "b"], Verdict.testsFailed, ["2 tests failed, on the base as well"]),
      (.fail, ["b"], .testsFailed, ["2 tests failed, 1 of them on the base as well"]),
      (.fail, [], .testsFailed, ["2 tests failed, not on the base"]),
      (.pass, ["a", "b"], .passed, []),
      (.pass, ["b"], .testsFailed, ["2 tests failed, 1 of them on the base as well"]),
    ] as [(ExistingFailures, [String], Verdict, [String])])
  func `failures are judged`(existing: ExistingFailures, onBase: [String], verdict: Verdict, reasons: [String]) throws {
    let compared = try report(run(["a", "b"])).compared(
      with: [base(.testsFailed, failed: onBase)], existing: existing)
    #expect(compared.verdict == verdict)
    #expect(compared.reasons == reasons)
    #expect(compared.notes == (verdict == .passed ? ["tests that also fail on the base do not count as failed"] : []))
  }

  @Test func `a flaky test, or a failure that is not listed, is not excused by the base`() throws {
    let base = try base(.testsFailed, failed: ["a", "f"])
    #expect(try report(run(["a"], flaky: ["f"])).compared(with: [base], existing: .pass).verdict == .testsFailed)
    let more = TestRun(
      side: .head, outcome: .testsFailed, reason: "9 tests failed", tests: TestCounts(failed: 9),
      failures: [TestFailure(suite: "T", name: "a", message: "m")], toolchain: Self.toolchain)
    #expect(try report(more).compared(with: [base], existing: .pass).verdict == .testsFailed)
  }

  @Test func `a missing coverage result still decides when the base excuses failed tests`() throws {
    let compared = try report(run(["a"]), missingResults: [.init(verdict: .coverage, reason: "no coverage")])
      .compared(with: [base(.testsFailed, failed: ["a"])], existing: .pass)
    #expect(compared.verdict == .coverage)
    #expect(compared.reasons == ["no coverage"])
  }

  @Test func `a result of another toolchain, or no result, leaves the report unchanged`() throws {
    let report = try report(run(["a"]))
    let other = try base(.testsFailed, failed: ["a"], toolchain: "Swift version 6.2")
    #expect(report.compared(with: [other], existing: .pass) == report)
    #expect(report.compared(with: [], existing: .pass) == report)
  }

  @Test func `a note says that fewer tests ran than on the base`() throws {
    let passed = TestRun(side: .head, outcome: .passed, tests: TestCounts(passed: 3), toolchain: Self.toolchain)
    let compared = try report(passed).compared(with: [base(.passed, failed: [], total: 120)], existing: .fail)
    #expect(compared.verdict == .passed)
    #expect(compared.notes == ["fewer tests ran than on the base: 3 instead of 120"])
  }

  @Test func `a base result lists failed and flaky tests, and needs tests that could run`() throws {
    let result = try #require(BaseResult(of: report(run(["a"], flaky: ["f"])), settings: "s"))
    #expect(result.packages.map(\.failed) == [[TestID(suite: "T", name: "a"), TestID(suite: "T", name: "f")]])
    #expect(result.packages.map(\.unlisted) == [0])
    #expect(BaseResult(of: try report(TestRun(side: .head, outcome: .couldNotRun)), settings: "s") == nil)
  }
}
