// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import Testing

@testable import Reporting

/// The sentence about a failed test.
struct HistoryMessagesTests {
  private func text(
    _ claim: FailureHistory.Claim?, runs: Int = 50, failures: Int = 0, others: Int = 0, failsOnBase: Bool? = nil
  ) -> String? {
    TestFailure(
      suite: "A", name: "a()", message: "m", failsOnBase: failsOnBase,
      history: FailureHistory(
        claim: claim, runs: runs, failures: failures, lastFailure: failures > 0 ? "2026-11-02" : nil,
        otherPullRequests: others)
    ).result(on: "main")
  }

  @Test func `a claim has the counts that it is made from`() throws {
    let commit = try #require(CommitID("1a2b3c4d5e6f7081920a1b2c3d4e5f6071829304"))
    #expect(text(.new, runs: 0) == "new in this change")
    #expect(text(.broken(since: commit, commits: 3), failures: 4) == "also fails on main since 1a2b3c4d5e (3 commits)")
    #expect(text(.broken(since: commit, commits: 1), failures: 2) == "also fails on main since 1a2b3c4d5e (1 commit)")
    #expect(text(.broken(since: nil, commits: 9), runs: 9, failures: 9) == "also fails on main in 9 of 9 runs")
    #expect(text(.flaky, failures: 9) == "flaky: failed 9 of the last 50 runs on main, last on Nov 2")
    #expect(
      text(.machine("mac-2"), failures: 9)
        == "fails on the machine mac-2 only: failed 9 of the last 50 runs on main, last on Nov 2")
    #expect(text(.thisChange) == "passes on main in 50 of 50 runs: probably this change")
  }

  @Test func `without a claim, the counts are facts`() {
    #expect(text(nil, runs: 5) == "passes on main in 5 of 5 runs")
    #expect(text(nil, runs: 1, failsOnBase: false) == "passes on main")
    #expect(text(nil, runs: 1, failures: 1, failsOnBase: true) == "also fails on main")
    #expect(text(nil, runs: 3, failures: 3, failsOnBase: true) == "also fails on main in 3 of 3 runs")
    #expect(
      text(nil, failures: 1, failsOnBase: false)
        == "passes on main; failed 1 of the last 50 runs on main, last on Nov 2")
    #expect(text(nil, runs: 0, failsOnBase: true) == "also fails on main")
    #expect(text(nil, runs: 0) == nil)
    #expect(TestFailure(suite: "A", name: "a()", message: "m").result(on: "main") == nil)
  }

  @Test func `repetitions are counted, and distinguished from retries`() throws {
    func flaky(_ repetitions: Repetitions?) -> TestFailure {
      var failure = TestFailure(suite: "A", name: "a()", message: "m")
      failure.repetitions = repetitions
      return failure
    }
    let new = flaky(Repetitions(failed: 2, count: 20, isNew: true))
    #expect(new.result(on: "main") == "new in this change: failed 2 of 20 repetitions")
    let edited = flaky(Repetitions(failed: 1, count: 1, isNew: false))
    #expect(edited.result(on: "main") == "edited by this change: failed 1 of 1 repetition")
    #expect([new, edited].flakiness == "passed, then failed when run again")
    #expect([flaky(nil)].flakiness == "failed, then passed when run again")
    #expect([new, flaky(nil)].flakiness == "failed and passed with the same code")
  }

  @Test(arguments: ["0,20", "3,2", "1,101", "-1,5"])
  func `numbers that no repetitions have are refused`(numbers: String) {
    let parts = numbers.split(separator: ",")
    let json = #"{"failed": \#(parts[0]), "count": \#(parts[1]), "isNew": true}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Repetitions.self, from: Data(json.utf8)) }
  }

  @Test func `failures in other pull requests are shown beside`() {
    #expect(
      text(.new, runs: 0, others: 3) == "new in this change; failed in 3 other pull requests within a day")
    #expect(text(nil, runs: 0, others: 1) == "failed in another pull request within a day")
  }
}
