// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
package import ReviewContract

/// One run of the base branch in which a test passed or failed.
package struct TestObservation: Hashable, Sendable {
  package let commit: CommitID
  /// In seconds since 1970.
  package let time: Int
  package let machine: String
  package let hasFailed: Bool
  /// Whether it passed in a repetition of the same run.
  package let isFlaky: Bool

  package init(commit: CommitID, time: Int, machine: String, hasFailed: Bool, isFlaky: Bool = false) {
    self.commit = commit
    self.time = time
    self.machine = machine
    self.hasFailed = hasFailed
    self.isFlaky = isFlaky
  }

  /// - Returns: `nil` if the run did not decide the test.
  package init?(_ test: TestDigest, in record: TestRecord) {
    switch record.results.result(of: test) {
    case .passed: self.init(record, hasFailed: false)
    case .failed, .crashed: self.init(record, hasFailed: true)
    case .flaky: self.init(record, hasFailed: true, isFlaky: true)
    case .skipped, .unfinished, nil: return nil
    }
  }

  private init(_ record: TestRecord, hasFailed: Bool, isFlaky: Bool = false) {
    self.init(
      commit: record.run.commit, time: record.run.time, machine: record.run.machine, hasFailed: hasFailed,
      isFlaky: isFlaky)
  }
}

/// Decides what the runs of the base branch say about a test that failed in a change.
///
/// A claim is made only if another explanation of the same runs has a chance of less than ``chance``. Runs count as
/// independent of each other. The upper bound of a rate is that of its ``WilsonInterval``.
package struct FailureJudge: Sendable {
  /// The largest chance that a claim is wrong.
  static let chance = 0.01
  /// The fewest failures that show a broken test without a run before them: that a test which fails in 60 % of its runs
  /// fails in all of these has a chance of 1 %.
  private static let leastBroken = 9

  /// How a test failed in a change.
  package struct Failure: Hashable, Sendable {
    /// How often it failed: in the trees of the change, and in repetitions. 0 if it also passed.
    package let attempts: Int
    package let machine: String
    /// The commit of the base branch that the change is compared with.
    package let base: CommitID

    package init(attempts: Int, machine: String, base: CommitID) {
      self.attempts = attempts
      self.machine = machine
      self.base = base
    }
  }

  /// In the order of time.
  private let runs: [TestObservation]
  private let failure: Failure

  /// - Parameter runs: of the base branch, in which the test passed or failed.
  package init(_ runs: [TestObservation], failure: Failure) {
    self.runs = runs.sorted { $0.time < $1.time }
    self.failure = failure
  }

  package var history: FailureHistory {
    FailureHistory(
      claim: claim, runs: runs.count, failures: runs.count(where: \.hasFailed),
      lastFailure: runs.last(where: \.hasFailed).map { FailureHistory.day($0.time) })
  }

  private var claim: FailureHistory.Claim? {
    if Self.isFlaky(runs) { return .flaky }
    if let machine = onlyMachine { return .machine(machine) }
    return broken ?? (isOfThisChange ? .thisChange : nil)
  }

  /// Whether it always passed, also with the commit and on the machine of the change, and a rate of failures that is
  /// not known yet does not explain those of the change.
  private var isOfThisChange: Bool {
    let bound = WilsonInterval(failures: 0, of: runs.count).upper
    return !runs.contains(where: \.hasFailed) && pow(bound, Double(failure.attempts)) < Self.chance
      && runs.contains { $0.commit == failure.base } && runs.contains { $0.machine == failure.machine }
  }

  /// Whether it passed and failed with the same commit on the same machine, or failed, passed and failed again there.
  package static func isFlaky(_ runs: [TestObservation]) -> Bool {
    if runs.contains(where: \.isFlaky) { return true }
    let runs = runs.sorted { $0.time < $1.time }
    for machine in Set(runs.map(\.machine)) {
      let runs = runs.filter { $0.machine == machine }
      for commit in Dictionary(grouping: runs, by: \.commit).values where Set(commit.map(\.hasFailed)).count == 2 {
        return true
      }
      let changes = zip(runs, runs.dropFirst()).filter { !$0.hasFailed && $1.hasFailed }.count
      if changes + (runs.first?.hasFailed == true ? 1 : 0) >= 2 { return true }
    }
    return false
  }

  /// The machine on which all runs fail, unlike those on the others. By chance, the failures of a test would be spread
  /// over all runs: the probability that they are just the runs of one machine is 1 in the number of ways to choose them.
  private var onlyMachine: String? {
    let failures = runs.filter(\.hasFailed)
    guard let machine = failures.first?.machine, failures.allSatisfy({ $0.machine == machine }),
      runs.count(where: { $0.machine == machine }) == failures.count, failures.count < runs.count
    else { return nil }
    let (n, k) = (Double(runs.count), Double(failures.count))
    let ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
    // Any of the machines could have been the one.
    let machines = Double(Set(runs.map(\.machine)).count)
    return exp(-ways) * machines < Self.chance && !isLatestStreak(failures) ? machine : nil
  }

  /// Whether the failures are just the latest runs: then a commit can be the cause as well as a machine.
  private func isLatestStreak(_ failures: [TestObservation]) -> Bool {
    runs.suffix(failures.count).allSatisfy(\.hasFailed)
  }

  /// The latest commits fail in all runs, which the earlier rate of failures does not explain.
  private var broken: FailureHistory.Claim? {
    let latest = runs.reversed().prefix(while: \.hasFailed)
    guard let first = latest.last else { return nil }
    let earlier = runs.dropLast(latest.count)
    let commits = Set(latest.map(\.commit)).count
    if earlier.isEmpty { return latest.count >= Self.leastBroken ? .broken(since: nil, commits: commits) : nil }
    // The machine could be the cause, unless the test passed there.
    let machines = Set(latest.map(\.machine))
    guard earlier.contains(where: { !$0.hasFailed && machines.contains($0.machine) }) else { return nil }
    let bound = WilsonInterval(failures: earlier.count(where: \.hasFailed), of: earlier.count).upper
    return pow(bound, Double(latest.count)) < Self.chance ? .broken(since: first.commit, commits: commits) : nil
  }
}
