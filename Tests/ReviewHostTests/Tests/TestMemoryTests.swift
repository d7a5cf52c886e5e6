// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import KeyedStore
import ReviewContract
import ReviewTesting
import SystemPackage
import TestHistory
import Testing

@testable import ReviewHost

/// What a review remembers of its tests, and says about failures.
struct TestMemoryTests {
  private let repository = Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/acme/shapes")

  private let configuration = ReviewConfiguration(catalogue: RuleCatalogue(rules: []))

  private func memory(_ folder: FilePath, at time: Int = 1_800_000_000, review: String? = nil) -> TestMemory {
    var machine = TestMemory.Machine()
    machine.review = review
    let now = { @Sendable in Date(timeIntervalSince1970: TimeInterval(time)) }
    return TestMemory(
      history: TestHistory(folder, repository: repository, branch: "main", retention: .seconds(90 * 86_400)),
      machine: machine, now: now)
  }

  private func commit(_ number: Int) throws -> CommitID {
    try #require(CommitID(String(repeating: "0", count: 38) + String(16 + number, radix: 16)))
  }

  private func pullRequest(_ number: Int) -> PullRequest {
    PullRequest(
      repository: repository, number: number, title: "", author: nil, url: nil, state: .open, isDraft: false,
      head: nil, headRef: "", baseBranch: "main", isFromFork: false)
  }

  /// A review whose tests fail as named, in one tree or two.
  private func reviewed(
    head: Int, base: Int, failing: [String], sides: [CheckoutSide] = [.head], outcome: TestRun.Outcome? = nil,
    milliseconds: Int = 200
  ) throws -> ReviewResult {
    let names = ["stays()", "fails()", "new()"].filter { head != base || $0 != "new()" }
    let cases = names.map { name in
      TestCase(
        suite: "A", name: name, framework: .swiftTesting, result: failing.contains(name) ? .failed : .passed,
        milliseconds: milliseconds)
    }
    let runs = sides.map { side in
      TestRun(
        side: side, outcome: outcome ?? (failing.isEmpty ? .passed : .testsFailed),
        tests: TestCounts(passed: names.count - failing.count, failed: failing.count), cases: cases,
        failures: failing.map { TestFailure(suite: "A", name: $0, message: "m") }, toolchain: "Swift 6.3")
    }
    let report = Report(
      tool: "t", repository: repository,
      pullRequest: .init(
        number: 1, title: "", author: nil, url: nil, isFromFork: false, baseBranch: "main"),
      head: try commit(head), base: try commit(base), mergeBase: try commit(base), configurationHash: "",
      verdict: failing.isEmpty ? .passed : .testsFailed, reasons: [], stages: [], runs: runs, coverage: nil,
      findings: [], notes: [], change: ChangeSummary(ChangeSet(files: [])))
    let rows = cases.map {
      TestResultTable.Row(TestDigest($0.id, package: ""), $0.result, milliseconds: Double($0.milliseconds))
    }
    return ReviewResult(report: report, coverage: nil, tests: outcome == .timedOut ? nil : TestResultTable(rows))
  }

  @Test func `the latest runs say how long the tests take, and which failed lately`() async throws {
    try await withScratchDirectory { folder in
      let memory = memory(folder.path)
      #expect(memory.expectedTests == nil)
      try self.memory(folder.path, at: 1_799_999_000).keep(
        try reviewed(head: 2, base: 1, failing: ["stays()"]), of: 6, configuration)
      let other = try #require(memory.expectedTests)
      #expect(abs(other.milliseconds - 600) < 48 && other.failedLately.count == 1)
      try memory.keep(try reviewed(head: 1, base: 1, failing: ["fails()"]), of: nil, configuration)
      let first = try #require(memory.expectedTests)
      #expect(abs(first.milliseconds - 400) < 32)
      #expect(
        first.failedLately == ["fails()", "stays()"].map { TestDigest(TestID(suite: "A", name: $0), package: "") })
      try self.memory(folder.path, at: 1_800_000_500).keep(
        try reviewed(head: 2, base: 1, failing: ["new()"]), of: 7, configuration)
      let second = try #require(memory.expectedTests)
      #expect(second.milliseconds == first.milliseconds)
      #expect(
        second.failedLately
          == ["new()", "fails()", "stays()"].map { TestDigest(TestID(suite: "A", name: $0), package: "") })
      #expect(!second.areLong(processors: 1))
      let long = ExpectedTests(milliseconds: 120_000, failedLately: [])
      #expect(long.areLong(processors: 2) && !long.areLong(processors: 3) && long.areLong(processors: 0))
      let copy = try JSONDecoder().decode(ExpectedTests.self, from: JSONEncoder().encode(second))
      #expect(copy == second)
    }
  }

  private func claims(_ report: Report) -> [String: FailureHistory.Claim] {
    Dictionary(
      report.runs.flatMap(\.failures).compactMap { failure in failure.history?.claim.map { (failure.name, $0) } }
    ) { first, _ in first }
  }

  @Test func `failures are explained by the runs of the base branch`() async throws {
    try await withScratchDirectory { folder in
      for number in 1...40 {
        try memory(folder.path, at: 1_000_000 + number, review: "\(number)")
          .keep(reviewed(head: number, base: number, failing: []), of: nil, configuration)
      }
      let memory = memory(folder.path)
      let change = try reviewed(head: 50, base: 40, failing: ["fails()", "new()"], sides: [.head, .merge])
      let report = memory.explain(change.report, change, of: pullRequest(7), configuration, text: nil)
      #expect(claims(report) == ["fails()": .thisChange, "new()": .new])
      #expect(report.notes == [])
      #expect(report.runs[0].failures[0].history?.runs == 40)
      // One tree is too few for a claim, and the other pull request is not a run of the base.
      let other = try reviewed(head: 51, base: 40, failing: ["fails()"])
      let second = memory.explain(other.report, other, of: pullRequest(8), configuration, text: nil)
      #expect(claims(second) == [:])
      #expect(second.runs[0].failures[0].history?.otherPullRequests == 1)
      #expect(memory.history.baseRecords().count == 40 && memory.history.pullRequestRecords().count == 2)
    }
  }

  @Test func `a run that was not judged leaves nothing`() async throws {
    try await withScratchDirectory { folder in
      let memory = memory(folder.path)
      let change = try reviewed(head: 50, base: 40, failing: [], outcome: .timedOut)
      #expect(memory.explain(change.report, change, of: pullRequest(7), configuration, text: nil).notes == [])
      try memory.keep(change, of: nil, configuration)
      #expect(!folder.exists("records"))
    }
  }

  @Test func `a review that is repeated replaces its record`() async throws {
    try await withScratchDirectory { folder in
      for _ in 0..<2 {
        let change = try reviewed(head: 50, base: 40, failing: [])
        _ = memory(folder.path, review: "12").explain(
          change.report, change, of: pullRequest(7), configuration, text: nil)
      }
      #expect(memory(folder.path).history.pullRequestRecords().count == 1)
    }
  }

  @Test func `without access to its folder, the review goes on with a note`() throws {
    let change = try reviewed(head: 50, base: 40, failing: ["fails()"])
    let report = memory("/proc/nowhere").explain(change.report, change, of: pullRequest(7), configuration, text: nil)
    #expect(report.notes.count == 1)
    #expect(report.notes[0].hasPrefix("cannot remember the results of the tests: "))
    #expect(report.runs == change.report.runs)
  }

  @Test func `damaged records are counted in a note`() async throws {
    try await withScratchDirectory { folder in
      try memory(folder.path).keep(reviewed(head: 40, base: 40, failing: []), of: nil, configuration)
      let records = memory(folder.path).history.records
      let key = try #require(records.keys.first)
      let file = records.folder.appending(try #require(key.group)).appending(key.name)
      try Data("damaged".utf8).write(to: URL(fileURLWithPath: file.string))
      let change = try reviewed(head: 50, base: 40, failing: [])
      let report = memory(folder.path).explain(change.report, change, of: pullRequest(7), configuration, text: nil)
      #expect(report.notes == ["1 record of earlier test results could not be read"])
    }
  }

  @Test func `tests that take three times their usual time are noted`() async throws {
    try await withScratchDirectory { folder in
      for number in 1...5 {
        try memory(folder.path, at: 1_000_000 + number, review: "\(number)")
          .keep(reviewed(head: number, base: number, failing: [], milliseconds: 200), of: nil, configuration)
      }
      let change = try reviewed(head: 50, base: 5, failing: [], milliseconds: 1_500)
      let report = memory(folder.path).explain(change.report, change, of: pullRequest(7), configuration, text: nil)
      #expect(report.notes.count == 2)
      // Durations are kept with an error of 4 percent.
      let note = /`A\/(stays|fails|new)\(\)` took 1\.[4-6] s, usually (19|20)[0-9] ms \(median of 5 runs of the base\)/
      #expect(report.notes.allSatisfy { $0.wholeMatch(of: note) != nil }, "\(report.notes)")
    }
  }
}
