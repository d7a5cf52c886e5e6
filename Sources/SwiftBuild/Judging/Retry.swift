// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Isolation
import ReviewContract

/// Selects the tests to run again, and evaluates their second result.
enum Retry {
  /// More failures than this are not caused by flakiness.
  static let maximumTests = 50

  /// Returns filters for `swift test` that match only the failed tests; `nil` when running them again would provide no
  /// information.
  static func filters(after execution: TestExecution, _ judgement: TestJudge.Judgement) -> [String]? {
    guard judgement.outcome == .testsFailed, execution.ending == .exited(1) else { return nil }
    let failed = execution.list.cases.filter { $0.result == .failed }
    guard (1...maximumTests).contains(failed.count), failed.count == execution.list.counts.failed else { return nil }
    let filters = failed.compactMap { filter(for: $0.id) }
    return filters.count == failed.count ? filters : nil
  }

  /// Matches `Module.Suite/test` as well as `Module.Suite/Inner/test()/File.swift:3:2`, which Swift Testing compares
  /// with. `nil` for a test without a suite, and for a name that was truncated or that cannot be an argument.
  static func filter(for test: TestID) -> String? {
    let texts = [test.suite, test.name]
    guard texts.allSatisfy({ !$0.isEmpty && $0.utf8.count < TestTexts.maximumName }) else { return nil }
    guard !texts.contains(where: { $0.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{fffd}" } }) else {
      return nil
    }
    return "\(filter(forTestsIn: test.suite))\(escaped(test.name[...]))(/|$)"
  }

  /// Matches the tests of a suite and those of suites in it.
  static func filter(forTestsIn suite: String) -> String {
    "^\(suite.split(separator: ".").map(escaped).joined(separator: "[./]"))[./]"
  }

  private static func escaped(_ text: Substring) -> String {
    text.reduce(into: "") { result, character in
      if "\\^$.|?*+()[]{}".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  /// The tests that failed and then passed.
  static func flaky(of first: TestList, in second: TestExecution) -> Set<TestID> {
    let failed = Set(first.cases.filter { $0.result == .failed }.map(\.id))
    let passed = second.list.cases.filter { $0.result == .passed }.map(\.id)
    let failedAgain = Set(second.list.cases.filter { $0.result != .passed }.map(\.id))
    return failed.intersection(passed).subtracting(failedAgain)
  }

  /// Returns the judgement of a run when some of its failures were flaky.
  static func judge(
    _ first: TestJudge.Judgement, _ list: TestList, flaky: Int, policy: FlakyTests.Policy
  ) -> TestJudge.Judgement {
    guard flaky > 0 else { return first }
    let note = "\(counted(flaky, "test")) \(flaky == 1 ? "is" : "are") flaky: failed, then passed when run again"
    if list.counts.failed > 0 {
      return TestJudge.Judgement(
        outcome: .testsFailed, reason: "\(counted(list.counts.failed, "test")) failed, and \(note)")
    }
    return policy == .pass
      ? TestJudge.Judgement(outcome: .passed, reason: "") : TestJudge.Judgement(outcome: .testsFailed, reason: note)
  }
}

/// The facts about one run of `swift test`.
struct TestExecution: Hashable, Sendable {
  let ending: ChildResult.Ending
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
  }

  /// Returns the execution with tests that do not count as passed.
  func adding(_ doubts: TestDoubts) -> TestExecution {
    var execution = self
    execution.doubts = doubts
    execution.list.crash(Set(doubts.doubted))
    return execution
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
