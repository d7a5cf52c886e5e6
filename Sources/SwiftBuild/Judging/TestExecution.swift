// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
import ReviewContract

/// The facts about one run of `swift test`.
struct TestExecution: Hashable, Sendable {
  private(set) var ending: ChildResult.Ending
  let xctest: XUnitFile
  let swiftTesting: XUnitFile
  /// Whether Swift Testing ran to completion; `nil` without events.
  let isSwiftTestingComplete: Bool?
  /// Whether there are no events although this version of Swift always writes them.
  let areEventsMissing: Bool
  /// The crash according to the output.
  let crash: CrashDetector
  private(set) var list: TestList
  /// The tests whose process died while they ran.
  let crashed: [TestID]
  /// The executions that this one sums up; empty for a single run.
  let parts: [TestExecution]
  /// The evidence against the results.
  private(set) var doubts = TestDoubts()

  init(
    ending: ChildResult.Ending, xctest: XUnitFile, swiftTesting: XUnitFile, events: SwiftTestingEvents? = nil,
    areEventsMissing: Bool = false,
    output: XCTestOutput = XCTestOutput(), running: [TestID] = [], crash: CrashDetector = CrashDetector()
  ) {
    self.ending = ending
    self.xctest = xctest
    self.swiftTesting = swiftTesting
    self.areEventsMissing = areEventsMissing
    self.crash = crash
    isSwiftTestingComplete = events?.isComplete
    list = TestList(
      xctest: xctest.results, swiftTesting: swiftTesting.results, events: events, output: output, running: running,
      crash: crash)
    crashed = list.crashed
    parts = []
  }

  /// Sums up the parts of a run, each of which is judged on its own.
  ///
  /// - Parameters:
  ///   - parts: not empty. Only the last one can have been ended.
  ///   - limit: the time limit of all parts together.
  init(parts: [TestExecution], limit: Duration) {
    var parts = parts
    if let last = parts.indices.last, case .timedOut = parts[last].ending {
      parts[last].ending = .timedOut(after: limit)
    }
    ending = parts.map(\.ending).last { $0 != .exited(0) } ?? .exited(0)
    (xctest, swiftTesting, isSwiftTestingComplete, areEventsMissing) = (.missing, .missing, nil, false)
    crash = CrashDetector()
    list = parts.reduce(into: TestList()) { $0.merge($1.list, of: "") }
    crashed = parts.flatMap(\.crashed)
    self.parts = parts
  }

  /// Returns the execution with tests that do not count as passed.
  func adding(_ doubts: TestDoubts) -> TestExecution {
    var execution = self
    execution.doubts = doubts
    execution.list.crash(Set(doubts.doubted))
    return execution
  }

  /// The first part that failed for another reason than a failed test.
  var unexplainedPart: TestExecution? {
    parts.first { part in
      switch TestJudge.judge(part).outcome {
      case .passed: false
      case .testsFailed: part.ending != .exited(1) || part.list.counts.failed == 0
      default: true
      }
    }
  }

  /// Whether it would have passed if it had run all tests that it had to.
  var lacksTestsOnly: Bool {
    guard !doubts.missing.isEmpty else { return false }
    var complete = self
    complete.doubts.missing = []
    // Without any result, there is nothing else that could have failed.
    return TestJudge.judge(complete, of: TestSelection(skips: ["."])).outcome == .passed
  }

  /// Whether it is worth running tests again for their output: nothing else indicates that they did not complete.
  var isConfirmable: Bool {
    !isCrashCertain && isSwiftTestingComplete != false && !areEventsMissing
  }

  /// Whether a process is known to have died. The output alone does not prove a crash when Swift Testing completed.
  var isCrashCertain: Bool {
    !crashed.isEmpty || (crash.isCertain && isSwiftTestingComplete != true)
  }
}
