// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import ReviewCore

/// Decides what a test run came to from its exit status, its results files and the count of its tests: each can lie.
enum TestJudge {
  struct Judgement: Hashable, Sendable {
    let outcome: TestRun.Outcome
    let reason: String
  }

  static func judge(_ execution: TestExecution) -> Judgement {
    let counts = counts(in: execution)
    switch execution.ending {
    case .timedOut(let limit):
      return Judgement(outcome: .timedOut, reason: "the tests ran longer than \(DurationText.make(limit))")
    case .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .diskFull:
      return Judgement(outcome: .testsFailed, reason: "the tests \(execution.ending.excess ?? "")")
    case .cancelled:
      return Judgement(outcome: .couldNotRun, reason: "the tests were cancelled")
    case .signalled(let signal):
      return Judgement(outcome: .crashed, reason: "the tests were ended by signal \(signal)")
    case .exited(0):
      return judgeSuccess(execution, counts)
    case .exited(let status):
      return judgeFailure(execution, counts, status)
    }
  }

  static func counts(in execution: TestExecution) -> TestCounts {
    [execution.xctest.results, execution.swiftTesting.results].compactMap { $0?.counts }
      .reduce(into: TestCounts()) { sum, counts in
        sum.passed += counts.passed
        sum.failed += counts.failed
        sum.skipped += counts.skipped
      }
  }

  private static func judgeSuccess(_ execution: TestExecution, _ counts: TestCounts) -> Judgement {
    if counts.failed > 0 {
      return Judgement(
        outcome: .testsFailed, reason: "\(counted(counts.failed)) failed, although swift test ended well")
    }
    if let problem = unreadable(execution) {
      return Judgement(outcome: .testsFailed, reason: "the results cannot be read: \(problem)")
    }
    if counts.total == 0 {
      return Judgement(outcome: .testsFailed, reason: "the package declares tests, but none ran")
    }
    return Judgement(outcome: .passed, reason: "")
  }

  private static func judgeFailure(_ execution: TestExecution, _ counts: TestCounts, _ status: Int32) -> Judgement {
    if let crash = execution.crash, execution.isCrashCertain || counts.failed == 0 {
      return Judgement(outcome: .crashed, reason: "a test process crashed: \(crash)")
    }
    if counts.failed > 0 {
      return Judgement(outcome: .testsFailed, reason: "\(counted(counts.failed)) failed")
    }
    if let problem = unreadable(execution) {
      return Judgement(outcome: .crashed, reason: "the results cannot be read: \(problem)")
    }
    return Judgement(outcome: .testsFailed, reason: "swift test ended with status \(status), although no test failed")
  }

  private static func unreadable(_ execution: TestExecution) -> String? {
    for (name, file) in [("XCTest", execution.xctest), ("Swift Testing", execution.swiftTesting)] {
      if case .unreadable(let reason) = file { return "\(name)'s file: \(reason)" }
    }
    return nil
  }

  private static func counted(_ count: Int) -> String {
    count == 1 ? "1 test" : "\(count) tests"
  }
}
