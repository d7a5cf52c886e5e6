// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Compares the results of a change's tests with the records of the base branch.
package struct TestComparison: Sendable {
  /// The newest first.
  private let base: [TestRecord]
  private let others: [TestRecord]

  /// - Parameters:
  ///   - base: records of the base branch.
  ///   - others: records of other pull requests of the same day.
  package init(base: [TestRecord], others: [TestRecord] = []) {
    self.base = base.filter { $0.run.pullRequest == nil }
    self.others = others
  }

  package func history(of test: TestDigest, failure: FailureJudge.Failure) -> FailureHistory {
    var history = FailureJudge(base.compactMap { TestObservation(test, in: $0) }, failure: failure).history
    // A test that was skipped in all runs is not new, and neither is one of which a run was too large to keep it.
    if !base.isEmpty, base.allSatisfy({ $0.results.result(of: test) == nil && $0.results.omittedTests == 0 }) {
      history.claim = .new
    }
    let failing = others.filter { record in
      record.results.result(of: test).map { [.failed, .crashed, .flaky].contains($0) } ?? false
    }
    history.otherPullRequests = Set(failing.compactMap(\.run.pullRequest)).count
    return history
  }

  /// The tests of a run that took much longer than on the base branch, the slowest first.
  package func slowTests(of record: TestRecord) -> [SlowTest] {
    // Other machines are faster or slower.
    let comparable = base.filter { $0.run.label == record.run.label }.prefix(SlowTest.window)
    guard comparable.count >= SlowTest.leastRuns else { return [] }
    // The rows are in the order of the digests.
    var usual = comparable.map { TestResultTable.Cursor($0.results) }
    return record.results.rows.compactMap { row in
      guard row.result == .passed, let milliseconds = row.milliseconds, milliseconds >= SlowTest.least else {
        return nil
      }
      return SlowTest(
        row.test, milliseconds, usual: usual.indices.compactMap { usual[$0].milliseconds(of: row.test) })
    }.sorted { $0.milliseconds > $1.milliseconds }
  }
}

/// A test that takes at least three times its usual time.
///
/// Its usual time is the median of the base branch's runs. Their spread is the median of the absolute deviations from it,
/// times 1.4826, which is the standard deviation of normally distributed times, and which single outliers do not change:
/// F. R. Hampel, "The Influence Curve and its Role in Robust Estimation", Journal of the American Statistical
/// Association 69 (1974), 383–393.
package struct SlowTest: Hashable, Sendable {
  static let window = 50
  static let leastRuns = 5
  /// Shorter tests are not reported, in milliseconds.
  static let least = 100.0
  private static let factor = 3.0
  private static let deviations = 5.0

  package let test: TestDigest
  package let milliseconds: Double
  package let median: Double
  package let runs: Int

  /// - Parameter usual: the times of the base branch's runs.
  /// - Returns: `nil` for a test that is as fast as usual, or has too few runs.
  init?(_ test: TestDigest, _ milliseconds: Double, usual: [Double]) {
    guard usual.count >= Self.leastRuns, let median = usual.median,
      let deviation = usual.map({ abs($0 - median) }).median,
      milliseconds >= Self.factor * median,
      milliseconds >= median + Self.deviations * 1.4826 * deviation
    else { return nil }
    self.test = test
    self.milliseconds = milliseconds
    self.median = median
    runs = usual.count
  }
}

extension [Double] {
  /// `nil` for no numbers.
  var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
