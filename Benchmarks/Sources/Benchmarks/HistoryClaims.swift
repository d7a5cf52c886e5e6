// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import TestHistory

/// What reviews claim about failed tests whose causes are known: suites of 10, 1,000 and 20,000 tests over 500 runs of
/// the base branch, each followed by the review of a change.
struct HistoryClaims {
  /// Why a test fails.
  private enum Cause: String, CaseIterable {
    case rarelyFlaky = "fails 2 % of its runs"
    case flaky = "fails 20 % of its runs"
    case machine = "fails on one of three machines"
    case broken = "fails from one commit on"
    case change = "fails in the change only"
    case new = "is new in the change"

    func allows(_ claim: FailureHistory.Claim) -> Bool {
      switch (self, claim) {
      case (.rarelyFlaky, .flaky), (.flaky, .flaky), (.machine, .machine("0")), (.broken, .broken),
        (.change, .thisChange),
        (.new, .new):
        true
      default: false
      }
    }
  }

  private struct Counts {
    var failures = 0
    var claims = 0
    var falseClaims = 0
  }

  private static let most = 0.01
  private static let runs = 500
  /// The number of tests, and of suites.
  private static let suites = [(10, 400), (1_000, 8), (20_000, 1)]

  /// Prints the table; returns whether fewer than one of a hundred claims is false for each cause.
  func measure() throws -> Bool {
    print("claims about failed tests; \(Self.runs) runs of the base branch, a change on each")
    print("tests  cause                            failures    claims   false")
    var isKept = true
    var highest = 0.0
    for (size, count) in Self.suites {
      var counts: [Cause: Counts] = [:]
      for suite in 0..<count {
        var simulation = Simulation(size, seed: UInt64(size * 1_000 + suite))
        try simulation.run { cause, claim in
          counts[cause, default: Counts()].failures += 1
          guard let claim else { return }
          counts[cause, default: Counts()].claims += 1
          if !cause.allows(claim) { counts[cause, default: Counts()].falseClaims += 1 }
        }
      }
      for cause in Cause.allCases {
        guard let found = counts[cause] else { continue }
        let share = found.claims > 0 ? Double(found.falseClaims) / Double(found.claims) : 0
        print(
          padded("\(size)", 5, left: true), padded(cause.rawValue, 31), padded("\(found.failures)", 9, left: true),
          padded("\(found.claims)", 9, left: true), "\(found.falseClaims) (\((share * 10_000).rounded() / 100) %)")
        isKept = isKept && share < Self.most
        highest = max(highest, share)
      }
    }
    try Figure(
      group: .history, name: "false claims about the cause of a failure", unit: "%", ours: highest * 100,
      limit: Self.most * 100
    ).keep()
    if !isKept { print("failed: \(Self.most * 100) % or more claims are false") }
    return isKept
  }

  private func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? space + text : text + space
  }

  /// One suite on a base branch.
  private struct Simulation {
    private let size: Int
    private var random: Randomness
    private let digests: [TestDigest]
    private var causes: [Int: Cause] = [:]
    /// The commits with which broken tests fail: a defect lasts for a while.
    private var defects: [Int: Range<Int>] = [:]
    private var records: [TestRecord] = []

    init(_ size: Int, seed: UInt64) {
      self.size = size
      random = Randomness(state: seed)
      digests = (0..<size).map { TestDigest(TestID(suite: "Tests", name: "test\($0)"), package: "") }
      for test in 0..<size {
        switch random.next(below: 100) {
        case 0...1: causes[test] = .rarelyFlaky
        case 2: causes[test] = .flaky
        case 3: causes[test] = .machine
        case 4:
          causes[test] = .broken
          let start = random.next(below: HistoryClaims.runs)
          defects[test] = start..<(start + 20 + random.next(below: 60))
        default: break
        }
      }
    }

    mutating func run(_ judged: (Cause, FailureHistory.Claim?) -> Void) throws {
      var commit = 0
      for run in 0..<HistoryClaims.runs {
        // One of eight commits is tested again.
        if random.next(below: 8) > 0 { commit += 1 }
        let machine = random.next(below: 3)
        records.insert(try record(run, commit, machine), at: 0)
        if records.count > TestHistory.window { records.removeLast() }
        try review(run, commit, judged)
      }
    }

    private mutating func fails(_ test: Int, with commit: Int, on machine: Int) -> Bool {
      switch causes[test] {
      case .rarelyFlaky: random.next(below: 100) < 2
      case .flaky: random.next(below: 100) < 20
      case .machine: machine == 0
      case .broken: defects[test]?.contains(commit) ?? false
      case .change, .new, nil: false
      }
    }

    private mutating func record(_ run: Int, _ commit: Int, _ machine: Int) throws -> TestRecord {
      var rows: [TestResultTable.Row] = []
      for test in 0..<size {
        rows.append(.init(digests[test], fails(test, with: commit, on: machine) ? .failed : .passed, milliseconds: 5))
      }
      return TestRecord(
        .init(
          commit: try id(commit), time: 1_000_000 + run * 3_600, machine: "\(machine)", toolchain: "Swift 6.3",
          id: "\(run)"), results: TestResultTable(rows), failures: [])
    }

    /// The change breaks a test in one of four reviews, and adds one that fails in one of four.
    private mutating func review(
      _ run: Int, _ commit: Int, _ judged: (Cause, FailureHistory.Claim?) -> Void
    ) throws {
      let machine = random.next(below: 3)
      let comparison = TestComparison(base: records)
      var failures: [(cause: Cause, test: TestDigest, trees: [Bool])] = []
      // Head and merge.
      for test in causes.keys.sorted() {
        guard let cause = causes[test] else { continue }
        let trees = [fails(test, with: commit, on: machine), fails(test, with: commit, on: machine)]
        if trees.contains(true) { failures.append((cause, digests[test], trees)) }
      }
      let broken = random.next(below: size)
      if random.next(below: 4) == 0, causes[broken] == nil {
        failures.append((.change, digests[broken], [true, true]))
      }
      if random.next(below: 4) == 0 {
        let new = TestDigest(TestID(suite: "Tests", name: "new\(run)"), package: "")
        failures.append((.new, new, [true, true]))
      }
      for failure in failures {
        let history = comparison.history(
          of: failure.test,
          failure: .init(
            attempts: failure.trees.allSatisfy(\.self) ? 2 : 0, machine: "\(machine)", base: try id(commit)))
        judged(failure.cause, history.claim)
      }
    }

    private func id(_ number: Int) throws -> CommitID {
      let digits = String(number, radix: 16)
      guard let id = CommitID(String(repeating: "0", count: 40 - digits.count) + digits) else {
        throw Failure("40 digits are an id")
      }
      return id
    }
  }

  /// Equal numbers for an equal seed: SplitMix64.
  private struct Randomness: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }

    mutating func next(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  }
}
