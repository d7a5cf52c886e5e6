// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import TestHistory

/// What the runs of a base branch say about a failure.
struct FailureJudgeTests {
  private func commit(_ number: Int) throws -> CommitID {
    try #require(CommitID(String(repeating: "0", count: 38) + String(16 + number, radix: 16)))
  }

  /// Runs from a text, the oldest first: `P` passed, `F` failed, `R` failed and passed in a repetition. Each is of another
  /// commit, unless a `=` precedes it. Small letters are runs of another machine.
  private func judged(
    _ text: String, attempts: Int = 2, base: Int? = nil, machine: String = "A"
  ) throws -> FailureHistory {
    var runs: [TestObservation] = []
    var number = 0
    var isSame = false
    for character in text {
      if character == "=" {
        isSame = true
        continue
      }
      if !isSame { number += 1 }
      isSame = false
      runs.append(
        TestObservation(
          commit: try commit(number), time: 100 + runs.count, machine: character.isUppercase ? "A" : "b",
          hasFailed: character.uppercased() != "P", isFlaky: character.uppercased() == "R"))
    }
    return FailureJudge(
      runs.shuffled(), failure: .init(attempts: attempts, machine: machine, base: try commit(base ?? number))
    ).history
  }

  @Test func `a test that always passed fails because of the change`() throws {
    let history = try judged(String(repeating: "P", count: 50))
    #expect(history == FailureHistory(claim: .thisChange, runs: 50, failures: 0, lastFailure: nil))
  }

  @Test func `without evidence nothing is claimed`() throws {
    let (passes, many) = (String(repeating: "P", count: 10), String(repeating: "P", count: 40))
    #expect(try judged(many).claim == .thisChange)
    // Chance explains one failure, or failures after few runs that passed.
    #expect(try judged(many, attempts: 1).claim == nil)
    #expect(try judged(passes).claim == nil)
    // It passed in the other tree of the change.
    #expect(try judged(many, attempts: 0).claim == nil)
    // The tip of the base branch was not tested, or not on this machine.
    #expect(try judged(passes, attempts: 9).claim == .thisChange)
    #expect(try judged(passes, attempts: 9, base: 15).claim == nil)
    #expect(try judged(passes, attempts: 9, machine: "c").claim == nil)
  }

  @Test func `a broken base is named with its first failing commit`() throws {
    let history = try judged("PPPPPPPPPPFFFF")
    #expect(history.claim == .broken(since: try commit(11), commits: 4))
    #expect(history.failures == 4 && history.lastFailure == "1970-01-01")
    #expect(try judged("FFFFFFFFF").claim == .broken(since: nil, commits: 9))
    // Two runs of one commit.
    let sixty = String(repeating: "P", count: 60)
    #expect(try judged(sixty + "F=F").claim == .broken(since: try commit(61), commits: 1))
    #expect(try judged(sixty + "F").claim == nil)
    #expect(try judged("FFFFFFFF").claim == nil)
  }

  @Test(arguments: ["PPPPR", "PP=F", "FPPPPFPPP", "PFPPPPPPPPFP", "F=P"])
  func `a flaky test passes and fails without a reason`(runs: String) throws {
    #expect(try judged(runs).claim == .flaky)
  }

  @Test(arguments: ["PPPPFFFPPPP", "PPFP", "PFFFF=F"])
  func `a test that was broken once is not flaky`(runs: String) throws {
    #expect(try judged(runs).claim != .flaky)
  }

  @Test func `a test that fails on one machine only is not flaky`() throws {
    #expect(try judged("PfPPfPPfPPfP", machine: "b").claim == .machine("b"))
    #expect(try judged("Pf").claim == nil)
    // The latest runs happen to be those of the machine: the commits can be the reason as well.
    #expect(try judged("PPPPPPPPPPfff").claim == nil)
  }

  @Test func `an interval has the rate of failures in 95 of 100 cases`() throws {
    // The values of the formula.
    let some = WilsonInterval(failures: 9, of: 50)
    #expect(abs(some.lower - 0.0977) < 0.0001 && abs(some.upper - 0.3080) < 0.0001)
    #expect(abs(WilsonInterval(failures: 0, of: 50).upper - 0.0713) < 0.0001)
    #expect(WilsonInterval(failures: 50, of: 50).upper == 1)
    #expect(WilsonInterval(failures: 0, of: 0) == WilsonInterval(failures: 0, of: 0))
    #expect((WilsonInterval(failures: 0, of: 0).lower, WilsonInterval(failures: 0, of: 0).upper) == (0, 1))
    // The coverage of the interval, for rates and numbers of runs.
    var random = SeededRandom(seed: 5)
    for rate in [0.02, 0.2, 0.5] {
      var contained = 0
      for _ in 0..<2_000 {
        let failures = (0..<100).count { _ in Double.random(in: 0..<1, using: &random) < rate }
        let interval = WilsonInterval(failures: failures, of: 100)
        if (interval.lower...interval.upper).contains(rate) { contained += 1 }
      }
      #expect(contained > 1_860, "\(rate)")
    }
  }
}
