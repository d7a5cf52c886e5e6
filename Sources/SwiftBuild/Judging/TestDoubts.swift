// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The evidence against results by which tests passed.
///
/// The code under review can write each of the sources, and rewriting a file is easy. So all of them have to report the
/// same tests, and a test whose end the testing library did not print did not pass.
struct TestDoubts: Hashable, Sendable {
  /// Tests that passed by their results, without confirmation by the testing library's output.
  var unattested: [TestID] = []
  /// Tests that passed by Swift Testing's files, and failed by its output.
  var denied: [SwiftTestingEvents.Test] = []
  /// Tests that are listed, and have no result.
  var missing: [TestID] = []
  /// A contradiction between Swift Testing's results file, its events and its output.
  var contradiction: Contradiction?

  enum Contradiction: Hashable, Sendable {
    /// No line of the output reports the end of this run.
    case noSummary(SwiftTestingOutput.Summary)
    /// A test failed by its events, but not by the results file.
    case hiddenFailure(TestID)
  }

  /// Whether some concern the output, which SwiftPM does not show completely.
  var areOfOutput: Bool {
    if case .noSummary = contradiction { return true }
    return !unattested.isEmpty || !denied.isEmpty
  }

  /// The tests that count as not passed, whatever their results.
  var doubted: [TestID] { unattested + denied.map(\.id) }

  /// - Parameters:
  ///   - list: the list from the results files and the events.
  ///   - listed: the output of `swift test list`, if all of these tests should have run; `nil` when unknown.
  static func find(
    in list: TestList, events: SwiftTestingEvents?, xctest: XCTestOutput, swiftTesting: SwiftTestingOutput,
    listed: [TestID]?
  ) -> TestDoubts {
    var doubts = TestDoubts()
    doubts.unattested = xctest.unattested(of: list.cases)
    doubts.missing = missing(of: listed ?? [], in: list, events)
    let cases = list.cases.filter { $0.framework == .swiftTesting }
    guard let events else {
      if !cases.isEmpty {
        doubts.contradiction = contradiction(
          swiftTesting, .init(tests: cases.count, hasFailed: cases.contains { $0.result == .failed }))
      }
      return doubts
    }
    let passed = Dictionary(grouping: cases.filter { $0.result == .passed }) { key($0.id) }
    let ended = Dictionary(grouping: events.tests.filter { !$0.isSuite }) { key($0.id) }
    for (key, cases) in passed {
      let tests = ended[key] ?? []
      if tests.count(where: \.hasPassed) < cases.count { doubts.unattested += cases.map(\.id) }
      doubts.denied += tests.filter { $0.hasPassed && swiftTesting.denies($0) }
    }
    doubts.unattested.sort { $0.description < $1.description }
    doubts.denied.sort { $0.id.description < $1.id.description }
    let failed = Set(cases.filter { $0.result != .passed }.map { key($0.id) })
    if let hidden = events.tests.first(where: { !$0.isSuite && $0.hasFailed && !failed.contains(key($0.id)) }) {
      doubts.contradiction = .hiddenFailure(hidden.id)
    } else if events.count > 0 || !cases.isEmpty {
      doubts.contradiction = contradiction(swiftTesting, .init(tests: events.count, hasFailed: events.hasFailed))
    }
    return doubts
  }

  private static func contradiction(
    _ output: SwiftTestingOutput, _ summary: SwiftTestingOutput.Summary
  ) -> Contradiction? {
    output.summaries.contains(summary) ? nil : .noSummary(summary)
  }

  private static func missing(of listed: [TestID], in list: TestList, _ events: SwiftTestingEvents?) -> [TestID] {
    let told = (events?.tests ?? []).filter { $0.started != nil || $0.isSkipped }
    let known = Set(list.cases.map { key($0.id) } + told.filter { !$0.isSuite }.map { key($0.id) })
    // A suite that is skipped or cancelled as a whole need not report each of its tests.
    let suites = told.filter { $0.isSuite && $0.isSkipped }.map { key($0.id) + "." }
    return listed.filter { test in
      let key = key(test)
      return !known.contains(key) && !suites.contains { key.hasPrefix($0) }
    }
  }

  /// A key for comparing tests regardless of the separator of their suites.
  static func key(_ test: TestID) -> String { test.description.replacing("/", with: ".") }
}

extension TestDoubts {
  /// The reason why the tests did not all pass; `nil` without evidence against it.
  ///
  /// - Parameter count: the number of tests with a result.
  func reason(results count: Int) -> String? {
    if !unattested.isEmpty {
      return "\(TestJudge.names(unattested)) ended without a line from the testing library that the test passed"
    }
    if !denied.isEmpty {
      return
        "\(TestJudge.names(denied.map(\.id))) failed according to Swift Testing's output, but passed according to its results"
    }
    switch contradiction {
    case .noSummary(let summary):
      return "the output of Swift Testing does not report the end of a run of \(counted(summary.tests, "test")) that "
        + "\(summary.hasFailed ? "failed" : "passed"), unlike its results"
    case .hiddenFailure(let test):
      return
        "\(TestJudge.names([test])) failed according to Swift Testing's events, but not according to its results file"
    case nil: break
    }
    guard !missing.isEmpty else { return nil }
    if count == 0 { return "\(counted(missing.count, "test")) are listed, but none ran" }
    return "\(TestJudge.names(missing)) \(missing.count == 1 ? "is" : "are") listed, but did not run"
  }
}
