// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import KeyedStore
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import TestHistory

/// Records of runs, their comparison with a change, and their folder.
struct TestHistoryTests {
  private static let retention = Duration.seconds(90 * 86_400)

  private func digest(_ name: String, package: String = "") -> TestDigest {
    TestDigest(TestID(suite: "A", name: name), package: package)
  }

  private func commit(_ number: Int) throws -> CommitID {
    let digits = String(number, radix: 16)
    return try #require(CommitID(String(repeating: "0", count: 40 - digits.utf8.count) + digits))
  }

  private func record(
    _ number: Int, pullRequest: Int? = nil, label: String = "", _ rows: [TestResultTable.Row]
  ) throws -> TestRecord {
    TestRecord(
      .init(
        commit: try commit(number), time: 1_000_000 + number, pullRequest: pullRequest, machine: "m", label: label,
        toolchain: "Swift 6.3", id: "\(number)"), results: TestResultTable(rows), failures: [])
  }

  private func history(_ folder: FilePath, branch: String = "main") -> TestHistory {
    TestHistory(
      folder, repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a"),
      branch: branch, retention: Self.retention)
  }

  @Test func `records of the base branch and of pull requests are kept apart, the newest first`() async throws {
    try await withScratchDirectory { folder in
      let history = history(folder.path)
      let rows = [TestResultTable.Row(digest("a"), .passed, milliseconds: 3)]
      for number in [3, 1, 2] { try history.add(record(number, rows)) }
      try history.add(record(4, pullRequest: 7, rows))
      // The same run of another machine.
      try history.add(record(2, rows))
      #expect(history.baseRecords().map(\.run.id) == ["3", "2", "1"])
      #expect(history.baseRecords(limit: 1).map(\.run.id) == ["3"])
      #expect(history.pullRequestRecords().map(\.run.id) == ["4"])
      #expect(history.pullRequestRecords(before: 1_000_010).map(\.run.id) == ["4"])
      #expect(history.pullRequestRecords(before: 1_000_004 + 86_401).isEmpty)
      #expect(self.history(folder.path, branch: "other").baseRecords().isEmpty)
      let all = TestHistory.all(in: folder.path)
      #expect(all.map(\.about) == [history.about])
      #expect(all.first?.baseRecords().map(\.run.id) == ["3", "2", "1"])
    }
  }

  @Test func `a damaged record and one of a newer version are left out`() async throws {
    try await withScratchDirectory { folder in
      let history = history(folder.path)
      for number in 1...3 { try history.add(record(number, [])) }
      let keys = history.records.keys.sorted { $0.name < $1.name }
      let first = history.records.folder.appending(try #require(keys[0].group)).appending(keys[0].name)
      try Data("damaged".utf8).write(to: URL(fileURLWithPath: first.string))
      let newer = TestHistory.Store(history.records.folder, StoreFormat("tests", version: 2))
      try newer.set(record(2, []), for: keys[1])
      #expect(history.baseRecords().map(\.run.id) == ["3"])
      #expect(history.unreadable.count == 2)
      #expect(history.unreadable.sentence == "2 records of earlier test results could not be read")
      let explanation = try #require(history.unreadable.explanation(in: "tests/records"))
      #expect(explanation.contains("could not be read (2 in tests/records): they are damaged, or of another version"))
      var shared = history
      shared.unreadableInDatabase = 3
      #expect(shared.unreadable.explanation(in: "f")?.contains("5 records") == true)
      #expect(shared.unreadable.explanation(in: "f")?.contains("(2 in f, 3 in the database)") == true)
      #expect(self.history(folder.path).unreadable.explanation(in: "f") == nil)
    }
  }

  @Test func `a branch whose name is damaged is counted`() async throws {
    try await withScratchDirectory { folder in
      for branch in ["main", "next"] { try history(folder.path, branch: branch).add(record(1, [])) }
      let branches = folder.path.appending("branches").string
      let names = try FileManager.default.contentsOfDirectory(atPath: branches)
      try Data("damaged".utf8).write(to: URL(fileURLWithPath: "\(branches)/\(names[0])/about"))
      var unreadable: UnreadableRecords?
      #expect(TestHistory.all(in: folder.path) { unreadable = $0 }.count == 1)
      #expect(unreadable?.sentence == "1 record of branches could not be read")
    }
  }

  @Test func `a table has the worst result of each test`() throws {
    let table = TestResultTable([
      .init(digest("a"), .passed, milliseconds: 12), .init(digest("b"), .failed), .init(digest("a"), .skipped),
      .init(digest("b"), .passed), .init(digest("c"), .flaky), .init(digest("a", package: "p"), .crashed),
    ])
    #expect(table.count == 4)
    #expect(table.result(of: digest("a")) == .passed && table.result(of: digest("b")) == .failed)
    #expect(table.result(of: digest("a", package: "p")) == .crashed && table.result(of: digest("d")) == nil)
    #expect(TestResultTable(bytes: table.bytes) == table)
    #expect(table.milliseconds(of: digest("b")) == nil)
    let duration = try #require(table.milliseconds(of: digest("a")))
    #expect(abs(duration - 12) < 0.5)
    #expect(Set(table.rows.map(\.test)).count == 4)
  }

  @Test(arguments: [0.2, 1, 33, 1_000, 60_000, 3_600_000])
  func `durations are kept with an error of 4 percent`(milliseconds: Double) throws {
    let table = TestResultTable([.init(digest("a"), .passed, milliseconds: milliseconds)])
    let kept = try #require(table.milliseconds(of: digest("a")))
    #expect(abs(kept - milliseconds) / milliseconds < 0.04)
  }

  @Test func `invalid bytes are not read as a table`() throws {
    let table = TestResultTable([.init(digest("a"), .passed), .init(digest("b"), .passed)])
    let unordered = Array(table.bytes[8...]) + table.bytes[..<8]
    var unknown = table.bytes
    unknown[6] = 99
    let large = [UInt8](repeating: 0, count: TestResultTable.maximumBytes + 8)
    for bytes in [Array(table.bytes.dropLast()), unordered, unknown, large, table.bytes + table.bytes] {
      #expect(TestResultTable(bytes: bytes) == nil)
    }
    #expect(TestResultTable(bytes: [])?.count == 0)
  }

  @Test func `of a million tests, those that failed are kept`() throws {
    var rows = (0..<1_000_000).map { TestResultTable.Row(TestDigest(bits: UInt64($0)), .passed) }
    rows[999_999] = .init(TestDigest(bits: 999_999), .failed)
    let table = TestResultTable(rows)
    #expect(table.count == TestResultTable.maximumTests && table.omittedTests == 750_000)
    #expect(table.result(of: TestDigest(bits: 999_999)) == .failed)
  }

  @Test func `long names are cut, and their tests remain distinct`() async throws {
    try await withScratchDirectory { folder in
      let long = String(repeating: "x\u{1b}[2J\u{0}", count: 64 << 10)
      let failure = TestRecord.Failure(
        package: "", test: TestID(suite: long, name: long), message: long)
      #expect(failure.test.test.name.count == 300 && failure.message.count == 300)
      #expect(digest(long + "a") != digest(long + "b"))
      let kept = TestRecord(
        .init(commit: try commit(1), time: 1, toolchain: long, id: "1"),
        results: TestResultTable([.init(digest(long), .failed)]), failures: Array(repeating: failure, count: 5_000))
      try history(folder.path).add(kept)
      let read = try #require(history(folder.path).baseRecords().first)
      #expect(read == kept && read.failures.count == 2_000)
    }
  }

  @Test func `a test is new if no run of the base branch has it`() throws {
    let base = try (1...3).map { try record($0, [.init(digest("old"), .passed), .init(digest("skipped"), .skipped)]) }
    let failure = FailureJudge.Failure(attempts: 2, machine: "m", base: try commit(3))
    let comparison = TestComparison(base: base)
    #expect(comparison.history(of: digest("new"), failure: failure).claim == .new)
    #expect(comparison.history(of: digest("old"), failure: failure).claim == nil)
    #expect(comparison.history(of: digest("skipped"), failure: failure).claim == nil)
    #expect(TestComparison(base: []).history(of: digest("new"), failure: failure).claim == nil)
  }

  @Test func `failures of other pull requests are counted once for each, and never as runs of the base`() throws {
    let others = try [(1, 7), (2, 7), (3, 8), (4, 9)].map { number, pull in
      try record(number, pullRequest: pull, [.init(digest("a"), pull == 9 ? .passed : .failed)])
    }
    let base = try (5...60).map { try record($0, [.init(digest("a"), .passed)]) }
    let failure = FailureJudge.Failure(attempts: 2, machine: "m", base: try commit(60))
    let history = TestComparison(base: base + others, others: others).history(of: digest("a"), failure: failure)
    #expect(history.otherPullRequests == 2)
    #expect(history.runs == 56 && history.failures == 0 && history.claim == .thisChange)
  }

  @Test func `a test that takes three times its usual time is slow`() throws {
    func slow(_ now: Double, _ usual: [Double], label: String = "") throws -> [Double] {
      let base = try usual.enumerated().map { number, time in
        try record(number, label: label, [.init(digest("a"), .passed, milliseconds: time)])
      }
      let run = try record(99, [.init(digest("a"), .passed, milliseconds: now)])
      return TestComparison(base: base).slowTests(of: run).map(\.median)
    }
    #expect(try slow(700, [200, 210, 190, 205, 195]).count == 1)
    #expect(try slow(500, [200, 210, 190, 205, 195]).isEmpty)
    // An outlier changes neither the usual time nor its spread.
    #expect(try slow(700, [200, 210, 190, 205, 9_000]).count == 1)
    // Times that vary a lot anyway, short tests, few runs, and machines of another speed.
    #expect(try slow(700, [200, 600, 100, 500, 150]).isEmpty)
    #expect(try slow(60, [1, 1, 1, 1, 1]).isEmpty)
    #expect(try slow(700, [200, 200, 200, 200]).isEmpty)
    #expect(try slow(700, [200, 210, 190, 205, 195], label: "fast").isEmpty)
  }
}
