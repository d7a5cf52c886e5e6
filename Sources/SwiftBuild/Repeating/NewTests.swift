// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The tests of a run that the change adds or edits.
struct NewTests: Sendable {
  /// More tests are not repeated.
  static let maximumTests = 100

  /// The declaration of each test that passed, in the order of the run.
  let passed: [(id: TestID, isNew: Bool)]
  /// The names of declared tests that the run did not have.
  let missing: [String]

  /// - Parameters:
  ///   - layout: of the package; tests of other packages are left out.
  ///   - cases: the results of all tests.
  init(_ declared: [DeclaredTest], layout: PackageLayout, cases: [TestCase]) {
    let wanted = Self.named(declared, layout: layout)
    var passed: [(id: TestID, isNew: Bool)] = []
    var found: Set<TestID> = []
    for test in cases {
      let id = Self.normalized(test.id)
      guard let declaration = wanted[id] else { continue }
      found.insert(id)
      if test.result == .passed { passed.append((test.id, declaration.isNew)) }
    }
    self.passed = passed
    missing = wanted.filter { !found.contains($0.key) && $0.value.isCertain }.map(\.key.description).sorted()
  }

  /// The tests of a package by their normalized names.
  static func named(_ declared: [DeclaredTest], layout: PackageLayout) -> [TestID: DeclaredTest] {
    var named: [TestID: DeclaredTest] = [:]
    for test in declared {
      guard let target = layout.target(of: test.path), target.type == "test" else { continue }
      named[normalized(suite: [module(target.name)] + test.types, name: test.name)] = test
    }
    return named
  }

  /// The name of a target's module: https://github.com/swiftlang/swift-package-manager, `spm_mangledToC99ExtendedIdentifier`
  private static func module(_ target: String) -> String {
    let name = String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }

  private static func normalized(suite: [String], name: String) -> TestID {
    normalized(TestID(suite: suite.joined(separator: "."), name: name))
  }

  /// Raw identifiers have backticks in some places and not in others, and a `/` in one is a `.` in results.
  static func normalized(_ test: TestID) -> TestID {
    TestID(
      suite: test.suite.replacing("`", with: "").replacing("/", with: "."), name: test.name.replacing("`", with: ""))
  }
}

/// The results of the repetitions of some tests.
struct RepetitionTally: Sendable {
  /// Why there are no more repetitions.
  enum Obstacle: Hashable, Sendable {
    /// Another repetition would exceed the share of the time.
    case share(Duration)
    /// The time limit of all tests is reached.
    case timeLimit
    /// A repetition did not complete.
    case incomplete(String)
  }

  /// The number of repetitions that were judged.
  private(set) var count = 0
  private(set) var obstacle: Obstacle?
  /// Notes for the report on what the tests changed in the checkout.
  var notes: Set<String> = []
  /// Repetitions whose process crashed while no single test could be blamed.
  private(set) var crash: String?
  private(set) var ran: [TestID: Int] = [:]
  private(set) var failed: [TestID: Int] = [:]
  /// The first failure of each test.
  private(set) var failures: [TestID: TestFailure] = [:]

  /// Why a run fails whose flaky tests count as failed; `nil` if it does not.
  var reason: String? {
    if let crash { return "a repetition of new or changed tests did not complete: \(crash)" }
    guard let (id, failed) = failed.first else { return nil }
    return self.failed.count == 1
      ? "1 new or changed test is flaky: failed \(failed) of \(counted(ran[id] ?? failed, "repetition"))"
      : "\(self.failed.count) new or changed tests are flaky: passed, then failed when run again"
  }

  mutating func stop(_ obstacle: Obstacle) { self.obstacle = obstacle }

  /// Adds a repetition. One that was ended, or that cannot be judged, does not count.
  mutating func add(_ execution: TestExecution, of tests: Set<TestID>, selection: TestSelection) {
    let judgement = TestJudge.judge(execution, of: selection)
    let results = execution.list.cases.filter { tests.contains($0.id) }
    let blamed = results.filter { [.failed, .crashed].contains($0.result) }
    switch judgement.outcome {
    case .passed: break
    case .testsFailed, .crashed:
      guard blamed.isEmpty else { break }
      if judgement.outcome == .crashed { crash = crash ?? judgement.reason }
      return stop(.incomplete(judgement.reason))
    case .timedOut, .buildFailed, .noTests, .couldNotRun: return stop(.incomplete(judgement.reason))
    }
    let executed = Set(results.filter { [.passed, .flaky, .failed, .crashed].contains($0.result) }.map(\.id))
    guard !executed.isEmpty else { return stop(.incomplete("it ran none of these tests")) }
    count += 1
    for id in executed { ran[id, default: 0] += 1 }
    for id in Set(blamed.map(\.id)) {
      failed[id, default: 0] += 1
      let failure = execution.list.failures.first { $0.id == id }
      failures[id] =
        failures[id] ?? failure ?? TestFailure(suite: id.suite, name: id.name, message: "failed in a repetition")
    }
  }
}
