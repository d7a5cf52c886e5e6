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
    guard judgement.outcome == .testsFailed, execution.ending == .exited(1), execution.unexplainedPart == nil else {
      return nil
    }
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
