// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A test that failed in runs of the base branch.
package struct FailureRate: Hashable, Sendable {
  package let test: TestRecord.NamedTest
  /// Runs in which it passed or failed.
  package let runs: Int
  package let failures: Int
  /// In seconds since 1970.
  package let lastFailure: Int
  /// Whether it passed and failed without a reason.
  package let isFlaky: Bool

  package var interval: WilsonInterval { WilsonInterval(failures: failures, of: runs) }
}

/// The result of a test in one run of the base branch.
package struct TestMark: Hashable, Sendable {
  package let run: TestRecord.Run
  /// `nil` if the run did not have the test.
  package let result: TestCase.Result?

  package var hasFailed: Bool { [.failed, .crashed, .flaky].contains(result) }
}

/// All tests of one run of the base branch.
package struct RunSummary: Hashable, Sendable {
  package let run: TestRecord.Run
  package let tests: Int
  package let failures: Int
  /// The known times of the tests, added up, in milliseconds. Tests that ran at the same time count each.
  package let milliseconds: Double
}

/// The times of a test in runs of the base branch.
package struct TestTimes: Hashable, Sendable {
  package let test: TestRecord.NamedTest
  package let runs: Int
  /// In milliseconds.
  package let median: Double
  /// The median of the latest ten runs in relation to that of the others; `nil` for too few runs.
  package let trend: Double?

  /// Such as `+25%`.
  package static func text(trend: Double) -> String {
    let change = Int(((trend - 1) * 100).rounded())
    return change == 0 ? "unchanged" : "\(change > 0 ? "+" : "")\(change)%"
  }
}

/// The parts of a ``TestSummary`` that a page shows, without the records.
package struct TestOverview: Sendable {
  /// The first of ``TestSummary/failureRates``, with the results.
  package let failures: [(rate: FailureRate, marks: [TestMark])]
  /// The number of other tests that failed.
  package let otherFailures: Int
  package let slowest: [TestTimes]
  package let runs: [RunSummary]
  package let quarantine: [QuarantinedTest]

  /// - Parameters:
  ///   - failures: the maximum number of tests that failed.
  ///   - slowest: the maximum number of slow tests.
  package init(_ summary: TestSummary, failures: Int, slowest: Int) {
    let rates = summary.failureRates
    self.failures = rates.prefix(failures).map { ($0, summary.strip(of: $0.test.digest)) }
    otherFailures = max(0, rates.count - failures)
    self.slowest = summary.slowest(slowest)
    runs = summary.runs
    quarantine = summary.quarantine
  }
}

/// What the records of a base branch say about its tests.
package struct TestSummary: Sendable {
  private static let latestRuns = 10

  /// The newest first.
  private let records: [TestRecord]

  package init(_ records: [TestRecord]) { self.records = records }

  /// The tests that failed, those that fail most often first.
  package var failureRates: [FailureRate] {
    names(records.flatMap { $0.failures.map(\.test) }).compactMap { test in
      let runs = records.compactMap { TestObservation(test.digest, in: $0) }
      let failures = runs.filter(\.hasFailed)
      guard let last = failures.map(\.time).max() else { return nil }
      return FailureRate(
        test: test, runs: runs.count, failures: failures.count, lastFailure: last, isFlaky: FailureJudge.isFlaky(runs))
    }.sorted {
      (Double($1.failures) / Double($1.runs), $1.runs, $0.test.test.description)
        < (Double($0.failures) / Double($0.runs), $0.runs, $1.test.test.description)
    }
  }

  /// The results of a test, the oldest first.
  package func strip(of test: TestDigest) -> [TestMark] {
    records.reversed().map { TestMark(run: $0.run, result: $0.results.result(of: test)) }
  }

  /// The times of a test in milliseconds where they are known, the oldest first; of a failure the latest known time.
  package func times(of test: TestDigest) -> [(mark: TestMark, milliseconds: Double)] {
    var latest: Double?
    return records.reversed().compactMap { record in
      let mark = TestMark(run: record.run, result: record.results.result(of: test))
      latest = record.results.milliseconds(of: test) ?? latest
      guard mark.result == .passed || mark.hasFailed, let latest else { return nil }
      return (mark, latest)
    }
  }

  /// The runs, the oldest first.
  package var runs: [RunSummary] {
    records.reversed().map { record in
      let failures = record.results.rows.count { [.failed, .crashed].contains($0.result) }
      let milliseconds = record.results.rows.reduce(0) { $0 + ($1.milliseconds ?? 0) }
      return RunSummary(
        run: record.run, tests: record.results.count, failures: failures, milliseconds: milliseconds)
    }
  }

  /// The tests in quarantine in the configuration of the latest run.
  package var quarantine: [QuarantinedTest] { records.first?.quarantine ?? [] }

  /// The slowest tests, by their medians.
  package func slowest(_ count: Int) -> [TestTimes] {
    let times = names(records.flatMap(\.slowest)).compactMap { test -> TestTimes? in
      let all = records.compactMap { $0.results.milliseconds(of: test.digest) }
      guard let median = all.median else { return nil }
      let (latest, earlier) = (Array(all.prefix(Self.latestRuns)).median, Array(all.dropFirst(Self.latestRuns)).median)
      let trend = all.count >= 2 * Self.latestRuns ? latest.flatMap { latest in earlier.map { latest / $0 } } : nil
      return TestTimes(test: test, runs: all.count, median: median, trend: trend)
    }
    return Array(times.sorted { $0.median > $1.median }.prefix(count))
  }

  private func names(_ all: [TestRecord.NamedTest]) -> [TestRecord.NamedTest] {
    Array(Dictionary(all.map { ($0.digest, $0) }) { first, _ in first }.values)
  }
}
