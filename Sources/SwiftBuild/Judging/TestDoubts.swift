// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What speaks against results by which tests passed.
///
/// The code under review can write each of the sources, and rewriting a file is easy. So all of them have to report the
/// same tests, and a test whose end the testing library did not print did not pass.
struct TestDoubts: Hashable, Sendable {
  /// Passed by their results, without the testing library's own word.
  var unattested: [TestID] = []
  /// Passed by Swift Testing's files, and failed by what it printed.
  var denied: [SwiftTestingEvents.Test] = []
  /// Listed, and in no result.
  var missing: [TestID] = []
  /// What Swift Testing's file, its events and its output say of different runs.
  var contradiction: Contradiction?

  enum Contradiction: Hashable, Sendable {
    /// No line of the output reports the end of this run.
    case noSummary(SwiftTestingOutput.Summary)
    /// A test that failed by its events did not by the results file.
    case hiddenFailure(TestID)
  }

  /// Whether some are about what was printed, of which SwiftPM does not show all.
  var areOfOutput: Bool {
    if case .noSummary = contradiction { return true }
    return !unattested.isEmpty || !denied.isEmpty
  }

  /// The tests that did not pass, whatever their results say.
  var doubted: [TestID] { unattested + denied.map(\.id) }

  /// - Parameters:
  ///   - list: made from the results files and the events.
  ///   - listed: by `swift test list`, where all of them should have run; `nil` when that is not known.
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
    // Of a suite that is skipped or cancelled as a whole there need not be a word about each test.
    let suites = told.filter { $0.isSuite && $0.isSkipped }.map { key($0.id) + "." }
    return listed.filter { test in
      let key = key(test)
      return !known.contains(key) && !suites.contains { key.hasPrefix($0) }
    }
  }

  /// The same for a test whatever separates its suites.
  static func key(_ test: TestID) -> String { test.description.replacing("/", with: ".") }
}

extension TestDoubts {
  /// Why the tests did not all pass; `nil` when nothing speaks against it.
  ///
  /// - Parameter count: of the tests with a result.
  func reason(results count: Int) -> String? {
    if !unattested.isEmpty {
      return "\(TestJudge.names(unattested)) ended without the testing library's line that the test passed"
    }
    if !denied.isEmpty {
      return "\(TestJudge.names(denied.map(\.id))) failed by what Swift Testing printed, and passed by its results"
    }
    switch contradiction {
    case .noSummary(let summary):
      return "the output of Swift Testing does not end a run of \(TestJudge.counted(summary.tests)) that "
        + "\(summary.hasFailed ? "failed" : "passed"), as its results say"
    case .hiddenFailure(let test):
      return "\(TestJudge.names([test])) failed by Swift Testing's events and not by its results file"
    case nil: break
    }
    guard !missing.isEmpty else { return nil }
    if count == 0 { return "\(TestJudge.counted(missing.count)) are listed, but none ran" }
    return "\(TestJudge.names(missing)) \(missing.count == 1 ? "is" : "are") listed, and did not run"
  }
}
