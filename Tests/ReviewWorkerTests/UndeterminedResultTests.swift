// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import SystemPackage
import Testing

@testable import ReviewContract
@testable import ReviewHost
@testable import ReviewWorker

extension WorkerReviewTests {
  /// A verdict with its reasons.
  struct Judgement: Hashable {
    let verdict: Verdict
    let reasons: [String]

    init(_ report: Report) {
      verdict = report.verdict
      reasons = report.reasons
    }

    init(_ result: UndeterminedResult, _ reason: String) {
      verdict = result.verdict
      reasons = [reason]
    }
  }

  private static func target(_ percent: Int) throws -> CoverageTarget {
    .percent(try #require(PercentTarget("\(percent)")))
  }

  @Test func `no result that could not be determined passes, unless its part is informational`() {
    for result in UndeterminedResult.allCases {
      let evidence = Evidence(missingResults: [Report.MissingResult(result, "unknown")])
      #expect(VerdictJudge.judge(evidence) == .init(verdict: result.verdict, reasons: ["unknown"]))
      #expect(!result.verdict.isPassing)
    }
  }

  @Test func `the judge gives the verdicts of the table where it determines the result itself`() throws {
    let failure = TestFailure(suite: "ATests", name: "a()", message: "")
    let run = TestRun(side: .head, outcome: .testsFailed, reason: "1 test failed", failures: [failure])
    let failed = VerdictJudge.judge(Evidence(runs: [run], existing: .pass))
    #expect(failed.verdict == UndeterminedResult.existingFailures.verdict)
    let unmeasured = PatchCoverage(
      counts: LineCounts(), partials: .covered, target: "80 %", gate: .failed, files: [], gateReason: .unmeasuredFiles)
    #expect(VerdictJudge.judge(Evidence(coverage: unmeasured)).verdict == UndeterminedResult.unmeasuredCode.verdict)
  }

  @Test func `a checkout that cannot be compared with its commit fails`() async throws {
    let report = try await report(coverage: .success(Self.map), listing: "/missing/files")
    #expect(report.verdict == UndeterminedResult.committedFiles.verdict)
    #expect(report.reasons.count == 1)
    #expect(report.reasons.allSatisfy { $0.hasPrefix("cannot compare the checkout with its commit: ") })
  }

  @Test func `a merge that cannot be written fails`() async throws {
    let tree = try #require(CommitID(String(repeating: "b", count: 40)))
    let overlay = MergeOverlay(tree: tree, folder: "/missing/merge", written: ["Sources/A/a.swift"], removed: [])
    let report = try await report(coverage: .success(Self.map), merge: .differs(overlay))
    #expect(Judgement(report) == Judgement(.mergedFiles, "cannot test the merge: its files could not be written"))
  }

  @Test func `removed tests that are unknown fail the review if a removed test would`() async throws {
    let reason =
      "cannot determine which tests of the base were removed, and tests.removed is fail: "
      + "there is no build of the base with a list of its tests"
    let failed = try await report(coverage: .success(Self.map)) { $0.tests.removed = .fail }
    #expect(Judgement(failed) == Judgement(.removedTests, reason))
    let noted = try await report(coverage: .success(Self.map)) { $0.tests.removed = .note }
    #expect(noted.verdict == .passed)
  }

  @Test func `the removal of all tests is not taken for a package without tests`() async throws {
    let report = try await report(.noTests) { $0.tests.removed = .fail }
    #expect(report.verdict == .testsFailed)
  }

  @Test func `a required target of the change fails without a measurement`() async throws {
    let percent = try Self.target(80)
    let target: (inout ReviewConfiguration) -> Void = { $0.coverage.goal.target = percent }
    let judgement = Judgement(.patchCoverage, "coverage of the change could not be measured, and the target is 80 %")
    let results: [Report] = [
      try await report(artifacts: nil, configure: target),
      try await report(coverage: .failure(CoverageError(.noProfiles, "no profiles")), configure: target),
    ]
    for report in results { #expect(Judgement(report) == judgement) }
    #expect(try await report(artifacts: nil).verdict == .passed)
  }

  @Test func `a required target of the change fails if a failed build is informational`() async throws {
    let percent = try Self.target(80)
    let report = try await report(.buildFailed) { configuration in
      configuration.coverage.goal.target = percent
      configuration.informational.parts = [.build]
    }
    #expect(
      Judgement(report)
        == Judgement(.patchCoverage, "coverage of the change could not be measured, and the target is 80 %"))
  }

  @Test func `a required target of the project fails without a measurement`() async throws {
    func report(_ target: CoverageTarget) async throws -> Report {
      try await self.report(artifacts: nil) { configuration in
        configuration.coverage.project = CoverageGoal(target: target, informational: .never)
      }
    }
    #expect(
      Judgement(try await report(try Self.target(70)))
        == Judgement(.projectCoverage, "project coverage could not be measured, and its target is 70 %"))
    // The process that knows the stored coverage of the base measures the project only to compare it.
    #expect(
      Judgement(try await report(.auto))
        == Judgement(
          .baseCoverage,
          "the base's coverage, which is the target of project coverage, is unknown; coverage.base: run measures it"))
    let skipped = try await self.report(artifacts: nil) { configuration in
      configuration.coverage.project = CoverageGoal(target: .auto, informational: .never)
      configuration.coverage.ifNoBase = .pass
    }
    #expect(skipped.verdict == .passed)
  }

  @Test func `a target that was not applied to failed tests fails if their failure is informational`() async throws {
    let percent = try Self.target(50)
    func failed(_ policy: FailedTestsCoverage, _ parts: Set<ReviewPart>) async throws -> Report {
      try await report(.testsFailed, coverage: .success(Self.map)) { configuration in
        configuration.coverage.goal.target = percent
        configuration.coverage.minimumLines = 0
        configuration.coverage.ifTestsFailed = policy
        configuration.informational.parts = parts
      }
    }
    #expect(
      Judgement(try await failed(.skip, [.tests]))
        == Judgement(
          .coverageOfFailedTests,
          "the coverage targets were not applied, because tests did not pass; set coverage.if_tests_failed to gate"))
    #expect(try await failed(.gate, [.tests]).verdict == .passed)
    #expect(try await failed(.skip, [.tests, .coverage]).verdict == .passed)
    #expect(try await failed(.skip, []).reasons == ["not good"])
  }

  @Test func `a required target of auto fails if the coverage of the base is unknown`() async throws {
    func judged(_ policy: MissingBase) async throws -> Report {
      let report = try await report(coverage: .success(Self.map))
      return report.compared(
        with: nil,
        policy: PatchPolicy(
          goal: CoverageGoal(target: .auto, informational: .never), ifNoBase: policy, minimumLines: 0),
        existing: .fail)
    }
    let unknown = "coverage of the change is 50 %, and the base's coverage, which is its target, is unknown; "
    #expect(
      Judgement(try await judged(.fail)) == Judgement(.baseCoverage, unknown + "coverage.base: run measures it"))
    #expect(try await judged(.pass).verdict == .passed)
    #expect(PatchPolicy().ifNoBase == .fail)
  }
}
