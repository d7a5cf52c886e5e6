// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import TestHistory

/// Histories of tests of which it is known why they fail: the claims must be right.
struct SimulationTests {
  enum Truth: Hashable, Sendable, CustomTestStringConvertible {
    /// It fails by chance.
    case flaky(percent: Int)
    /// It fails on one machine only.
    case oneMachine(of: Int)
    /// It fails since a commit of the base branch.
    case brokenCommit
    /// It fails in the change only.
    case thisChange
    /// Only the change has it.
    case new

    static let all: [Truth] = [
      .flaky(percent: 2), .flaky(percent: 20), .flaky(percent: 60), .oneMachine(of: 2), .oneMachine(of: 5),
      .brokenCommit, .thisChange, .new,
    ]

    var testDescription: String { "\(self)" }

    func allows(_ claim: FailureHistory.Claim) -> Bool {
      switch (self, claim) {
      case (.flaky, .flaky), (.oneMachine, .machine("0")), (.brokenCommit, .broken), (.thisChange, .thisChange),
        (.new, .new):
        true
      default: false
      }
    }
  }

  struct Counts {
    var judged = 0
    var claims = 0
    var falseClaims: [FailureHistory.Claim: Int] = [:]
  }

  /// A base branch with a run of each commit, some commits twice, and a review of a change on its tip.
  private func simulate(_ truth: Truth, runs: Int, _ random: inout SeededRandom) throws -> FailureHistory? {
    let machines = if case .oneMachine(let count) = truth { count } else { 3 }
    let breaks = Int.random(in: 0..<runs, using: &random)
    var records: [TestRecord] = []
    let (test, other) = (TestDigest(bits: 1), TestDigest(bits: 2))
    var number = 0
    func fails(_ machine: Int, _ commit: Int, inChange: Bool) -> Bool {
      switch truth {
      case .flaky(let percent): Int.random(in: 0..<100, using: &random) < percent
      case .oneMachine: machine == 0
      case .brokenCommit: commit >= breaks
      case .thisChange, .new: inChange
      }
    }
    for run in 0..<runs {
      // One of eight commits is tested again.
      if run > 0, Int.random(in: 0..<8, using: &random) > 0 { number += 1 }
      let machine = Int.random(in: 0..<machines, using: &random)
      var results = [TestResultTable.Row(other, .passed)]
      let hasFailed = fails(machine, number, inChange: false)
      if truth != .new { results.append(TestResultTable.Row(test, hasFailed ? .failed : .passed)) }
      records.append(
        TestRecord(
          .init(
            commit: try commit(number), time: 1_000_000 + run * 3_600, machine: "\(machine)", toolchain: "t",
            id: "\(run)"), results: TestResultTable(results), failures: []))
    }
    // The change is tested as pushed and as merged.
    let machine = if case .oneMachine = truth { 0 } else { Int.random(in: 0..<machines, using: &random) }
    let trees = [fails(machine, number, inChange: true), fails(machine, number, inChange: true)]
    guard trees.contains(true) else { return nil }
    let attempts = trees.allSatisfy(\.self) ? 2 : 0
    let failure = FailureJudge.Failure(attempts: attempts, machine: "\(machine)", base: try commit(number))
    return TestComparison(base: records.suffix(TestHistory.window).reversed()).history(of: test, failure: failure)
  }

  private func commit(_ number: Int) throws -> CommitID {
    let digits = String(number, radix: 16)
    return try #require(CommitID(String(repeating: "0", count: 40 - digits.utf8.count) + digits))
  }

  private func counts(_ truth: Truth, runs: Int, reviews: Int) throws -> Counts {
    var random = SeededRandom(seed: UInt64(runs) * 31 + UInt64(Truth.all.firstIndex(of: truth) ?? 0))
    var counts = Counts()
    for _ in 0..<reviews {
      guard let history = try simulate(truth, runs: runs, &random) else { continue }
      counts.judged += 1
      guard let claim = history.claim else { continue }
      counts.claims += 1
      if !truth.allows(claim) { counts.falseClaims[claim, default: 0] += 1 }
    }
    return counts
  }

  @Test(arguments: Truth.all)
  func `fewer than one of a hundred claims is false`(truth: Truth) throws {
    var wrong = 0
    var judged = 0
    for runs in [2, 4, 10, 30, 100] {
      let reviews = if case .flaky(percent: 2) = truth { 2_000 } else { 200 }
      let counts = try counts(truth, runs: runs, reviews: reviews)
      wrong += counts.falseClaims.values.reduce(0, +)
      judged += counts.judged
    }
    #expect(judged > 300)
    #expect(Double(wrong) / Double(judged) < 0.01)
  }

  @Test(arguments: [Truth.flaky(percent: 20), .brokenCommit, .thisChange, .new])
  func `a long history leads to a claim`(truth: Truth) throws {
    let counts = try counts(truth, runs: 100, reviews: 300)
    #expect(Double(counts.claims) / Double(counts.judged) > 0.9)
  }
}
