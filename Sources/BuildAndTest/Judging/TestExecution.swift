// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import ReviewContract

/// The facts about one run of `swift test`.
struct TestExecution: Hashable, Sendable {
  let ending: ChildResult.Ending
  let xctest: XUnitFile
  let swiftTesting: XUnitFile
  /// Whether Swift Testing came to its end; `nil` when it leaves no events.
  let isSwiftTestingComplete: Bool?
  /// Whether there are no events although this version of Swift always writes them.
  let areEventsMissing: Bool
  /// What the output says of a crash.
  let crash: CrashDetector
  private(set) var list: TestList
  /// Of tests whose process died while they ran.
  let crashed: [TestID]
  /// What speaks against the results.
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
  }

  /// The same with tests that do not count as passed.
  func adding(_ doubts: TestDoubts) -> TestExecution {
    var execution = self
    execution.doubts = doubts
    execution.list.crash(Set(doubts.doubted))
    return execution
  }

  /// Whether it is worth to look closer at what the tests printed: nothing else says that they did not come to their end.
  var isConfirmable: Bool {
    !isCrashCertain && isSwiftTestingComplete != false && !areEventsMissing
  }

  /// Whether a process is known to have died. Words alone are none of a crash when Swift Testing came to its end.
  var isCrashCertain: Bool {
    !crashed.isEmpty || (crash.isCertain && isSwiftTestingComplete != true)
  }
}
