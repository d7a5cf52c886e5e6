// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The merged list of tests of a run, of all testing libraries and sources.
struct TestList: Hashable, Sendable {
  private(set) var counts = TestCounts()
  private(set) var cases: [TestCase] = []
  private(set) var failures: [TestFailure] = []

  init() {}

  /// - Parameters:
  ///   - running: XCTest's tests that were still running when the run was ended.
  ///   - crash: the information about a crashed process.
  init(
    xctest: XUnitResults?, swiftTesting: XUnitResults?, events: SwiftTestingEvents?, output: XCTestOutput,
    running: [TestID], crash: CrashDetector
  ) {
    if let xctest { add(xctest, output) }
    let known = Set(cases.map(\.id))
    for id in running where !known.contains(id) {
      cases.append(TestCase(suite: id.suite, name: id.name, framework: .xctest, result: .unfinished))
    }
    if let swiftTesting {
      add(swiftTesting, events)
    } else if let events {
      add(events, crash)
    }
    for failure in events?.outside ?? [] {
      let isFirst = failure == events?.outside.first
      if isFirst {
        counts.failed += 1
        cases.append(TestCase(suite: "", name: failure.name, framework: .swiftTesting, result: .failed))
      }
      failures.append(failure)
    }
    failures = Array(failures.prefix(TestTexts.maximumFailures))
  }

  /// The tests whose process died while they ran.
  var crashed: [TestID] { cases.filter { $0.result == .crashed }.map(\.id) }

  /// The tests that started and did not end.
  var unfinished: [TestID] { cases.filter { $0.result == .unfinished }.map(\.id) }

  /// Marks tests as flaky that failed at first and passed in the end.
  mutating func settle(_ flaky: Set<TestID>) {
    for index in cases.indices where cases[index].result == .failed && flaky.contains(cases[index].id) {
      change(index, to: .flaky)
    }
    failures.removeAll { flaky.contains($0.id) }
  }

  /// Marks tests as flaky that passed at first and failed in a repetition.
  mutating func markFlaky(_ tests: Set<TestID>) {
    for index in cases.indices where cases[index].result == .passed && tests.contains(cases[index].id) {
      change(index, to: .flaky)
    }
  }

  /// Marks tests as crashed that passed by their results only, without confirmation in the output.
  mutating func crash(_ unattested: Set<TestID>) {
    for index in cases.indices where cases[index].result == .passed && unattested.contains(cases[index].id) {
      change(index, to: .crashed)
      guard failures.count < TestTexts.maximumFailures else { continue }
      let library = cases[index].framework.rawValue
      failures.append(
        TestFailure(
          suite: cases[index].suite, name: cases[index].name,
          message: "it ended without \(library)'s line that it passed"))
    }
  }

  private mutating func change(_ index: Int, to result: TestCase.Result) {
    counts.count(cases[index].result, -1)
    cases[index].result = result
    counts.count(result)
  }

  /// Adds the tests of another run. A test that both ran counts once, with the worse result.
  ///
  /// - Parameter run: the name of the other run, for its failures; empty for none.
  mutating func merge(_ other: TestList, of run: String) {
    let known = Dictionary(cases.indices.map { (cases[$0].id, $0) }) { first, _ in first }
    counts.add(other.counts)
    for test in other.cases {
      guard let index = known[test.id] else {
        cases.append(test)
        continue
      }
      let isWorse = Self.rank(test.result) > Self.rank(cases[index].result)
      counts.count(isWorse ? cases[index].result : test.result, -1)
      if isWorse { cases[index] = test }
    }
    failures = Array((failures + other.failures.map { $0.named(after: run) }).prefix(TestTexts.maximumFailures))
  }

  private static func rank(_ result: TestCase.Result) -> Int {
    switch result {
    case .skipped: 0
    case .passed: 1
    case .flaky: 2
    case .unfinished: 3
    case .failed: 4
    case .crashed: 5
    }
  }

  private mutating func add(_ results: XUnitResults, _ output: XCTestOutput) {
    let skipped = output.skipped(of: results.cases)
    counts.add(results.counts)
    for var test in results.cases {
      if test.result == .passed, let skip = skipped[test.id] {
        test.result = .skipped
        test.reason = skip.reason
        counts.count(.passed, -1)
        counts.count(.skipped)
      }
      cases.append(test)
    }
    failures += results.failures
  }

  /// Merges the results file, which has the results, with the events, which have the locations of failures and
  /// cancelled tests.
  private mutating func add(_ results: XUnitResults, _ events: SwiftTestingEvents?) {
    let known = Dictionary((events?.tests ?? []).map { ($0.id, $0) }) { first, _ in first }
    counts.add(results.counts)
    for var test in results.cases {
      if let event = known[test.id], event.isSkipped {
        if test.result == .passed {
          test.result = .skipped
          counts.count(.passed, -1)
          counts.count(.skipped)
        }
        if test.result == .skipped { test.reason = test.reason ?? event.reason }
      }
      cases.append(test)
    }
    for failure in results.failures {
      let better = known[failure.id]?.failures ?? []
      failures += better.isEmpty ? [failure] : better
    }
  }

  /// Adds the tests of the events until a process died or was ended.
  private mutating func add(_ events: SwiftTestingEvents, _ crash: CrashDetector) {
    let running = events.tests.filter { $0.isRunning && !$0.isSuite }
    let culprit = crash.place.flatMap { place in
      // The test that begins nearest above the line of the crash, if that is in a file of tests.
      running.filter { $0.file == place.file && $0.line <= place.line }.max { $0.line < $1.line }
    }
    for test in events.tests where !test.isSuite || test.hasFailed {
      let result: TestCase.Result
      if test.hasFailed {
        result = .failed
        failures += test.failures
      } else if test.isSkipped {
        result = .skipped
      } else if test == culprit || (test.isRunning && running.count == 1 && crash.description != nil) {
        result = .crashed
        let line = crash.place.map { $0.file == test.file ? $0.line : test.line } ?? test.line
        failures.append(
          TestFailure(
            suite: test.id.suite, name: test.id.name, message: "crashed: \(crash.description ?? "")", path: test.path,
            line: test.path == nil ? nil : line))
      } else if test.ended != nil {
        result = .passed
      } else if test.started != nil {
        result = .unfinished
      } else {
        continue
      }
      counts.count(result)
      cases.append(
        TestCase(
          suite: test.id.suite, name: test.id.name, framework: .swiftTesting, result: result,
          milliseconds: test.milliseconds, reason: result == .skipped ? test.reason : nil))
    }
  }
}

extension TestCounts {
  mutating func add(_ other: TestCounts) {
    passed += other.passed
    failed += other.failed
    skipped += other.skipped
  }

  /// Adds a result, or removes it; a test that did not end has none.
  mutating func count(_ result: TestCase.Result, _ change: Int = 1) {
    switch result {
    case .passed, .flaky: passed = max(0, passed + change)
    case .failed, .crashed: failed = max(0, failed + change)
    case .skipped: skipped = max(0, skipped + change)
    case .unfinished: break
    }
  }
}

extension TestList {
  /// Returns the tests that did not simply pass, and the slowest of the others, sorted by name.
  func listing(limit: Int) -> (cases: [TestCase], unlisted: Int) {
    let ranked = cases.sorted { left, right in
      let passed = (left.result == .passed, right.result == .passed)
      return passed.0 == passed.1 ? left.milliseconds > right.milliseconds : !passed.0
    }
    let kept = ranked.prefix(limit).sorted { left, right in
      (left.suite, left.name) < (right.suite, right.name)
    }
    return (kept, cases.count - kept.count)
  }

  /// Returns the list with the given tests marked as flaky because they passed when they were run again.
  func marking(flaky: Set<TestID>) -> (list: TestList, flaky: [TestFailure]) {
    var list = self
    let first = failures.filter { flaky.contains($0.id) }
    list.settle(flaky)
    return (list, first)
  }
}
