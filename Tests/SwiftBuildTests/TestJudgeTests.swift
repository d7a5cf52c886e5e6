// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
import ReviewContract
import Testing

@testable import SwiftBuild

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
      (.exited(0), results(3, 1), .missing, nil, .testsFailed, "1 test failed, although swift test succeeded"),
      (
        .exited(0), results(3), .unreadable("cut"), nil, .crashed,
        "the results cannot be read: Swift Testing's file: cut"
      ),
      (.exited(1), results(1, 2), .missing, nil, .testsFailed, "2 tests failed"),
      (.exited(1), results(2, 0), .missing, "Fatal error: x", .crashed, "a test process crashed: Fatal error: x"),
      (.exited(1), results(1, 1), .missing, "Fatal error: x", .testsFailed, "1 test failed"),
      (
        .exited(1), results(1, 1), .missing, "exited with unexpected signal code 4", .crashed,
        "a test process crashed: exited with unexpected signal code 4"
      ),
      (
        .exited(1), .missing, .unreadable("cut"), nil, .crashed, "the results cannot be read: Swift Testing's file: cut"
      ),
      (.exited(1), results(1), .missing, nil, .testsFailed, "swift test ended with status 1, although no test failed"),
      (
        .exited(1), .missing, .missing, nil, .testsFailed,
        "swift test ended with status 1 before a test ran; see the end of its output"
      ),
      (.signalled(9), .missing, .missing, nil, .crashed, "the tests were ended by signal 9"),
      (.timedOut(after: .seconds(60)), results(1), .missing, nil, .timedOut, "the tests ran longer than 60 s"),
    ] as [(ChildResult.Ending, XUnitFile, XUnitFile, String?, TestRun.Outcome, String)])
  func `the outcome depends on exit status, results and number of tests`(
    ending: ChildResult.Ending, xctest: XUnitFile, swiftTesting: XUnitFile, crash: String?, outcome: TestRun.Outcome,
    reason: String
  ) {
    var detector = CrashDetector()
    if let crash { detector.read(crash) }
    let execution = TestExecution(ending: ending, xctest: xctest, swiftTesting: swiftTesting, crash: detector)
    #expect(TestJudge.judge(execution) == TestJudge.Judgement(outcome: outcome, reason: reason))
  }

  @Test func `test counts of both libraries are added up`() {
    let execution = TestExecution(
      ending: .exited(0), xctest: Self.results(2, skipped: 1), swiftTesting: Self.results(3))
    #expect(execution.list.counts == TestCounts(passed: 5, failed: 0, skipped: 1))
  }

  private static func events(_ change: (inout SwiftTestingEvents) -> Void) -> SwiftTestingEvents {
    var events = SwiftTestingEvents()
    for (name, line) in [("a()", 3), ("b()", 9)] {
      events.tests.append(
        .init(
          id: TestID(suite: "T", name: name), file: "T/t.swift", path: "Tests/T/t.swift", line: line, isSuite: false,
          started: 1, ended: nil))
    }
    change(&events)
    return events
  }

  @Test func `the reason for a timeout names the running tests`() {
    let hung = TestExecution(
      ending: .timedOut(after: .seconds(60)), xctest: .missing, swiftTesting: .missing, events: Self.events { _ in },
      running: [TestID(suite: "T.Old", name: "testHang")])
    #expect(
      TestJudge.judge(hung)
        == .init(
          outcome: .timedOut, reason: "the tests ran longer than 60 s while `T.Old/testHang`, `T/a()` and `T/b()` ran"))
    #expect(hung.list.cases.map(\.result) == [.unfinished, .unfinished, .unfinished])
    #expect(hung.list.counts == TestCounts())
  }

  @Test func `a crash on the lines of a test is attributed to that test`() {
    var crash = CrashDetector()
    crash.read("T/t.swift:7: Fatal error: on purpose")
    crash.read("error: Process 'x' exited with unexpected signal code 4")
    let crashed = TestExecution(
      ending: .exited(1), xctest: .missing, swiftTesting: .unreadable("cut"), events: Self.events { _ in }, crash: crash
    )
    #expect(
      TestJudge.judge(crashed)
        == .init(outcome: .crashed, reason: "a test process crashed in `T/a()`: Fatal error: on purpose"))
    #expect(crashed.list.cases.map(\.result) == [.crashed, .unfinished])
    #expect(
      crashed.list.failures == [
        TestFailure(
          suite: "T", name: "a()", message: "crashed: Fatal error: on purpose", path: "Tests/T/t.swift", line: 7)
      ])
  }

  @Test func `a crash outside of test code is attributed to all running tests`() {
    var crash = CrashDetector()
    crash.read("Lib/lib.swift:7: Fatal error: on purpose")
    let crashed = TestExecution(
      ending: .exited(1), xctest: .missing, swiftTesting: .unreadable("cut"), events: Self.events { _ in }, crash: crash
    )
    #expect(
      TestJudge.judge(crashed)
        == .init(
          outcome: .crashed, reason: "a test process crashed while `T/a()` and `T/b()` ran: Fatal error: on purpose"))
  }

  @Test func `a crash message is ignored if the tests completed`() {
    var crash = CrashDetector()
    crash.read("error: Process 'x' exited with unexpected signal code 4")
    let complete = Self.events { $0.isComplete = true }
    let failed = TestExecution(
      ending: .exited(1), xctest: .missing, swiftTesting: Self.results(1, 1), events: complete, crash: crash)
    #expect(TestJudge.judge(failed) == .init(outcome: .testsFailed, reason: "1 test failed"))
  }

  @Test func `a successful exit before the tests complete is a crash`() {
    let cut = TestExecution(
      ending: .exited(0), xctest: Self.results(1), swiftTesting: .missing, events: Self.events { _ in })
    #expect(
      TestJudge.judge(cut)
        == .init(
          outcome: .crashed,
          reason: "swift test succeeded, although its tests did not complete while `T/a()` and `T/b()` ran"))
  }

  @Test func `a successful run without events is a crash`() {
    let gone = TestExecution(
      ending: .exited(0), xctest: Self.results(1), swiftTesting: .missing, areEventsMissing: true)
    #expect(
      TestJudge.judge(gone)
        == .init(outcome: .crashed, reason: "swift test succeeded, but Swift Testing wrote no events"))
  }
}
