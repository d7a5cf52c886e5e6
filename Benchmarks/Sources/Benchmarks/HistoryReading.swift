// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import SystemPackage
import TestHistory

/// What a review does with the history of 20,000 tests in 500 runs: it reads the latest runs of the base branch, judges
/// failures and durations, and adds its own run.
struct HistoryReading {
  static let longest = Duration.milliseconds(200)
  static let largest = 100_000_000
  private static let tests = 20_000
  private static let runs = 500
  private static let failures = 50

  let rounds: Int

  /// Prints the table; returns whether the thresholds are kept.
  func measure() throws -> Bool {
    let folder = FilePath(NSTemporaryDirectory()).appending("history-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    let repository = Repository(forge: .github, name: "acme/large", cloneURL: "https://example.com/acme/large")
    let history = TestHistory(folder, repository: repository, branch: "main", retention: .seconds(90 * 86_400))
    let names = (0..<Self.tests).map {
      TestID(suite: "LargeTests.Suite\($0 / 20)", name: "test \($0) does something()")
    }
    for run in 0..<Self.runs { try history.add(record(names, run: run)) }
    print("the history of \(Self.tests) tests in \(Self.runs) runs; \(rounds) rounds")
    var times = Times("a review with \(Self.failures) failed tests")
    for round in 0...rounds {
      let review = try record(names, run: Self.runs + round, pullRequest: round + 1)
      times.add(
        try ContinuousClock().measure {
          let comparison = TestComparison(
            base: history.baseRecords(), others: history.pullRequestRecords(before: review.run.time))
          let failure = FailureJudge.Failure(attempts: 2, machine: "", base: review.run.commit)
          let judged = names.prefix(Self.failures).map {
            comparison.history(of: TestDigest($0, package: ""), failure: failure)
          }
          guard judged.allSatisfy({ $0.runs == TestHistory.window }) else { throw Failure("runs are missing") }
          _ = comparison.slowTests(of: review)
          try history.add(review)
        }, in: round)
    }
    print(Times.table([times], requests: 1))
    let bytes = try Self.size(of: folder)
    print("the records take \(bytes / 1_000_000) MB")
    try Figure(
      group: .history, name: times.name, ours: times.shortest * 1000, limit: Self.longest.milliseconds
    ).keep()
    try Figure(
      group: .history, name: "records of \(Self.runs) runs of \(Self.tests) tests", unit: "MB",
      ours: Double(bytes) / 1_000_000, limit: Double(Self.largest) / 1_000_000
    ).keep()
    if times.shortest > Self.longest / .seconds(1) { print("failed: more than \(Self.longest)") }
    if bytes > Self.largest { print("failed: more than \(Self.largest / 1_000_000) MB") }
    return times.shortest <= Self.longest / .seconds(1) && bytes <= Self.largest
  }

  private func record(_ names: [TestID], run: Int, pullRequest: Int? = nil) throws -> TestRecord {
    let rows = names.enumerated().map { number, name in
      TestResultTable.Row(
        TestDigest(name, package: ""), (number + run).isMultiple(of: 997) ? .failed : .passed,
        milliseconds: Double(number % 1_000 + 1) * (1 + Double((run * 7 + number) % 10) / 20))
    }
    guard let commit = CommitID(String(repeating: "0", count: 36) + String(run + 0x1000, radix: 16)) else {
      throw Failure("40 digits are an id")
    }
    return TestRecord(
      .init(
        commit: commit, time: 1_800_000_000 + run * 600, pullRequest: pullRequest, toolchain: "Swift 6.3", id: "\(run)"),
      results: TestResultTable(rows), failures: [])
  }

  private static func size(of folder: FilePath) throws -> Int {
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder.string), includingPropertiesForKeys: [.fileSizeKey])
    return try (files?.compactMap { $0 as? URL } ?? []).reduce(0) {
      $0 + (try $1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
    }
  }
}
