// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import ReviewCore
import Testing

@testable import BuildAndTest

struct TestJudgeTests {
  private static func results(_ passed: Int, _ failed: Int = 0, skipped: Int = 0) -> XUnitFile {
    .results(XUnitResults(counts: TestCounts(passed: passed, failed: failed, skipped: skipped)))
  }

  @Test(
    arguments: [
      (.exited(0), results(3), .missing, nil, .passed, ""),
      (.exited(0), .missing, results(2), nil, .passed, ""),
      (.exited(0), .missing, .missing, nil, .testsFailed, "the package declares tests, but none ran"),
      (.exited(0), results(0), results(0), nil, .testsFailed, "the package declares tests, but none ran"),
      (.exited(0), results(3, 1), .missing, nil, .testsFailed, "1 test failed, although swift test ended well"),
      (
        .exited(0), results(3), .unreadable("cut"), nil, .testsFailed,
        "the results cannot be read: Swift Testing's file: cut"
      ),
      (.exited(1), results(1, 2), .missing, nil, .testsFailed, "2 tests failed"),
      (.exited(1), results(2, 0), .missing, "Fatal error: x", .crashed, "a test process crashed: Fatal error: x"),
      (.exited(1), results(1, 1), .missing, "Fatal error: x", .testsFailed, "1 test failed"),
      (.exited(1), results(1, 1), .missing, "exited with 4", .crashed, "a test process crashed: exited with 4"),
      (
        .exited(1), .missing, .unreadable("cut"), nil, .crashed, "the results cannot be read: Swift Testing's file: cut"
      ),
      (.exited(1), results(1), .missing, nil, .testsFailed, "swift test ended with status 1, although no test failed"),
      (.signalled(9), .missing, .missing, nil, .crashed, "the tests were ended by signal 9"),
      (.timedOut(after: .seconds(60)), results(1), .missing, nil, .timedOut, "the tests ran longer than 60 s"),
    ] as [(ChildResult.Ending, XUnitFile, XUnitFile, String?, TestRun.Outcome, String)])
  func `judges by exit status, results and count together`(
    ending: ChildResult.Ending, xctest: XUnitFile, swiftTesting: XUnitFile, crash: String?, outcome: TestRun.Outcome,
    reason: String
  ) {
    let execution = TestExecution(
      ending: ending, xctest: xctest, swiftTesting: swiftTesting, crash: crash,
      isCrashCertain: crash?.hasPrefix("exited") ?? false)
    #expect(TestJudge.judge(execution) == TestJudge.Judgement(outcome: outcome, reason: reason))
  }

  @Test func `adds up both libraries`() {
    let execution = TestExecution(
      ending: .exited(0), xctest: Self.results(2, skipped: 1), swiftTesting: Self.results(3), crash: nil,
      isCrashCertain: false)
    #expect(TestJudge.counts(in: execution) == TestCounts(passed: 5, failed: 0, skipped: 1))
  }
}
