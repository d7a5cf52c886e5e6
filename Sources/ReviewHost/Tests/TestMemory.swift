// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Foundation
import KeyedStore
package import ReviewContract
package import TestHistory

/// Remembers the results of tests, and says what earlier ones mean for the failures of a review.
package struct TestMemory: Sendable {
  /// Where and how results are remembered.
  package struct Machine: Hashable, Sendable {
    /// Empty for machines that exist for one review only, such as those of CI services: a failure is then not taken for
    /// one of the machine.
    package var name = ""
    /// The label of machines that are as fast as this one.
    package var label = ""
    package var retention: TimeSpan = "90d"
    /// Identifies the review; `nil` for a new one.
    package var review: String?

    package init() {}
  }

  /// The runs, of the base and of pull requests each, whose failures are recent.
  private static let recentRuns = 10
  /// The most notes about slow tests.
  private static let listedTests = 10

  package let history: TestHistory
  package let machine: Machine
  package let now: @Sendable () -> Date

  package init(history: TestHistory, machine: Machine, now: @escaping @Sendable () -> Date) {
    self.history = history
    self.machine = machine
    self.now = now
  }

  /// What the latest runs say about the tests of a review; `nil` without any.
  package var expectedTests: ExpectedTests? {
    let base = history.baseRecords(limit: Self.recentRuns)
    let others = history.pullRequestRecords(limit: Self.recentRuns)
    // Only the order depends on the results of pull requests, which are untrusted.
    guard let last = base.first ?? others.first else { return nil }
    let runs = (base + others).sorted { $0.run.time > $1.run.time }
    var failed: [TestDigest] = []
    for row in runs.lazy.flatMap(\.results.rows) where [.failed, .crashed, .flaky].contains(row.result) {
      if !failed.contains(row.test) { failed.append(row.test) }
      if failed.count == ExpectedTests.maximumTests { break }
    }
    let milliseconds = last.results.rows.reduce(0) { $0 + ($1.milliseconds ?? 0) }
    return ExpectedTests(milliseconds: Int(milliseconds), failedLately: failed)
  }

  /// Remembers the results of a review. One without results leaves nothing.
  ///
  /// - Parameters:
  ///   - pullRequest: its number; `nil` for a review of the base branch.
  ///   - configuration: of the base.
  /// - Throws: ``StoreFailure`` if they cannot be written.
  package func keep(_ reviewed: ReviewResult, of pullRequest: Int?, _ configuration: ReviewConfiguration) throws {
    if let record = record(reviewed, of: pullRequest, configuration) { try history.add(record) }
  }

  /// Adds what earlier reviews say about the failed tests, and remembers the results of the review. The review goes on
  /// without history if it cannot be read or written; a note says so.
  ///
  /// - Parameters:
  ///   - configuration: of the base.
  ///   - text: of the base's configuration.
  package func explain(
    _ report: Report, _ reviewed: ReviewResult, of pullRequest: PullRequest, _ configuration: ReviewConfiguration,
    text: String?
  ) -> Report {
    guard report.head != report.base else { return report }
    let base = history.baseRecords()
    var report = report
    let record = record(reviewed, of: pullRequest.number, configuration)
    if let record { report = explain(report, record, base, pullRequest) }
    let today = FailureHistory.day(Int(now().timeIntervalSince1970))
    report = QuarantineDecision(configuration: configuration, text: text, today: today, base: base).decide(report)
    if let sentence = history.unreadable.sentence { report = report.noting(sentence) }
    guard let record, pullRequest.repository.forge != .local else { return report }
    do {
      try history.add(record)
    } catch {
      report = report.noting("cannot remember the results of the tests: \(error)")
    }
    return report
  }

  private func explain(
    _ report: Report, _ record: TestRecord, _ base: [TestRecord], _ pullRequest: PullRequest
  ) -> Report {
    let others = history.pullRequestRecords(before: record.run.time).filter {
      $0.run.pullRequest != pullRequest.number
    }
    let comparison = TestComparison(base: base, others: others)
    let explained = report.explained { failure, package in
      let attempts = report.failedAttempts(of: failure.id, package: package)
      let history = comparison.history(
        of: TestDigest(failure.id, package: package),
        failure: .init(attempts: attempts, machine: machine.name, base: report.base))
      // A history without runs and claims says nothing.
      return history.runs == 0 && history.claim == nil && history.otherPullRequests == 0 ? nil : history
    }
    return explained.adding(notes: slowTests(report, comparison.slowTests(of: record)))
  }

  private func record(
    _ reviewed: ReviewResult, of pullRequest: Int?, _ configuration: ReviewConfiguration
  ) -> TestRecord? {
    guard let tests = reviewed.tests, tests.count > 0 else { return nil }
    let report = reviewed.report
    let time = Int(max(0, now().timeIntervalSince1970))
    let failures = report.runs.flatMap { run in
      (run.failures + run.flaky).map { TestRecord.Failure(package: run.package, test: $0.id, message: $0.message) }
    }
    return TestRecord(
      TestRecord.Run(
        commit: report.head, time: time, pullRequest: pullRequest, machine: machine.name, label: machine.label,
        toolchain: report.runs.first?.toolchain ?? "", id: machine.review ?? UUID().uuidString),
      results: tests, failures: failures, slowest: slowest(report), quarantine: configuration.tests.quarantine)
  }

  private func slowest(_ report: Report) -> [TestRecord.NamedTest] {
    let passed = report.runs.flatMap { run in run.cases.filter { $0.result == .passed }.map { (run.package, $0) } }
    return passed.sorted { $0.1.milliseconds > $1.1.milliseconds }.map {
      TestRecord.NamedTest(package: $0.0, test: $0.1.id)
    }
  }

  private func slowTests(_ report: Report, _ slow: [SlowTest]) -> [String] {
    // The names of the slowest tests are in the report.
    let names = Dictionary(
      report.runs.flatMap { run in run.cases.map { (TestDigest($0.id, package: run.package), $0.id) } }
    ) { first, _ in first }
    let notes = slow.compactMap { test in
      names[test.test].map { name in
        "`\(name)` took \(String(milliseconds: test.milliseconds)), usually \(String(milliseconds: test.median)) "
          + "(median of \(test.runs) runs of the base)"
      }
    }
    let more = notes.count - Self.listedTests
    return notes.prefix(Self.listedTests) + (more > 0 ? ["\(more) more tests took three times their usual time"] : [])
  }
}

extension Report {
  /// How often a test failed in the trees of the change; 0 if it also passed.
  fileprivate func failedAttempts(of test: TestID, package: String) -> Int {
    let runs = runs.filter { $0.package == package && [.passed, .testsFailed, .crashed].contains($0.outcome) }
    let failing = runs.filter { $0.failures.contains { $0.id == test } }
    return failing.count == runs.count ? failing.count : 0
  }

  /// - Parameter history: returns the history of a failure in a package.
  fileprivate func explained(by history: (TestFailure, String) -> FailureHistory?) -> Report {
    let explained = runs.map { run in
      var run = run
      for index in run.failures.indices { run.failures[index].history = history(run.failures[index], run.package) }
      return run
    }
    return with(runs: explained)
  }
}
