// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import ReviewCore

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
  let list: TestList

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
  }

  /// Whether a process is known to have died. Words alone are none of a crash when Swift Testing came to its end.
  var isCrashCertain: Bool {
    !list.crashed.isEmpty || (crash.isCertain && isSwiftTestingComplete != true)
  }
}
