// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
import ReviewContract
import Testing

@testable import SwiftBuild

struct TestPartsTests {
  private static let layout = PackageLayout(
    name: "P",
    targets: [
      .init(name: "One-Tests", type: "test", path: "Tests/One"),
      .init(name: "TwoTests", type: "test", path: "Tests/Two"),
      .init(name: "TwoTestsMore", type: "test", path: "Tests/TwoMore"),
    ])
  private static let listed = [
    TestID(suite: "One_Tests.A", name: "a(_:)"), TestID(suite: "One_Tests.A", name: "b()"),
    TestID(suite: "One_Tests", name: "free()"),
    TestID(suite: "TwoTests.Old", name: "testOne"), TestID(suite: "TwoTests.Old", name: "testTwo"),
    TestID(suite: "TwoTestsMore.A", name: "a(_:)"),
  ]

  private func parts(
    changed: [DeclaredTest] = [], failed: [TestID] = [], reached: Set<String> = [], of listed: [TestID] = Self.listed,
    _ choice: TargetChoice = TargetChoice()
  ) -> [TestPart] {
    let order = TestOrder(
      changed: changed, failedLately: failed.map { TestDigest($0, package: "Sub") }, paths: [])
    return TestParts(order: order, package: "Sub", layout: Self.layout, reached: reached).parts(of: listed, choice)
  }

  private let changed = DeclaredTest(path: "Tests/One/A.swift", types: ["A"], name: "a(_:)", isNew: true)

  @Test func `tests of changed files and those that failed lately are first, then those of reached targets`() {
    let parts = parts(changed: [changed], failed: [Self.listed[3]], reached: ["One_Tests"])
    #expect(
      parts.map(\.tests) == [
        [Self.listed[0], Self.listed[3]], [Self.listed[1], Self.listed[2]], [Self.listed[4], Self.listed[5]],
      ])
    #expect(
      parts.map(\.description) == [
        "2 tests of changed files, or that failed lately", "2 tests of the other targets that the change reaches",
        "the other 2 tests",
      ])
    let first = ["^One_Tests[./]A[./]a\\(_:\\)(/|$)", "^TwoTests[./]Old[./]testOne(/|$)"]
    #expect(parts[0].arguments == ["--filter", first[0], "--filter", first[1]])
    #expect(parts[1].arguments == ["--filter", "^One_Tests\\.", "--skip", first[0], "--skip", first[1]])
    #expect(parts[2].arguments == ["--skip", first[0], "--skip", first[1], "--skip", "^One_Tests\\."])
  }

  @Test func `all tests are in one part each`() {
    for parts in [
      parts(changed: [changed]), parts(reached: ["TwoTests"]),
      parts(failed: [Self.listed[5]], reached: ["TwoTestsMore"]),
      parts(changed: [changed], failed: Self.listed.dropLast(), reached: ["TwoTests", "TwoTestsMore"]),
    ] {
      #expect(parts.count > 1)
      #expect(parts.flatMap(\.tests).sorted { "\($0)" < "\($1)" } == Self.listed.sorted { "\($0)" < "\($1)" })
    }
  }

  @Test func `an order that does not divide the tests has no parts`() {
    #expect(parts() == [])
    #expect(parts(reached: ["One_Tests", "TwoTests", "TwoTestsMore"]) == [])
    #expect(parts(failed: Self.listed) == [])
    #expect(parts(changed: [changed], of: []) == [])
    // A test of another target or package, and one whose name cannot be an argument.
    #expect(parts(changed: [.init(path: "Tests/Three/A.swift", types: ["A"], name: "a(_:)", isNew: true)]) == [])
    let long = TestID(suite: "One_Tests", name: String(repeating: "x", count: 5_000))
    #expect(parts(failed: [long], of: Self.listed + [long]) == [])
  }

  @Test func `many tests of changed files are not all first`() {
    let tests = (0..<80).map { TestID(suite: "One_Tests.A", name: "test\($0)") }
    let changed = (0..<80).map {
      DeclaredTest(path: "Tests/One/A.swift", types: ["A"], name: "test\($0)", isNew: false)
    }
    let parts = parts(changed: changed, failed: [Self.listed[3]], of: Self.listed + tests)
    #expect(parts.map(\.tests.count) == [TestParts.maximumTests, 36])
    #expect(parts[1].tests.contains(Self.listed[3]))
  }

  // MARK: Sums

  private func part(
    _ ending: ChildResult.Ending, passed: Int = 1, failed: Int = 0, _ line: String = "", name: String = "a"
  ) -> TestExecution {
    var crash = CrashDetector()
    crash.read(line)
    let results = Array(repeating: TestCase.Result.passed, count: passed) + Array(repeating: .failed, count: failed)
    let cases = results.enumerated().map { index, result in
      TestCase(suite: "T.A", name: "\(name)\(index)", framework: .xctest, result: result)
    }
    return TestExecution(
      ending: ending,
      xctest: .results(
        XUnitResults(counts: TestCounts(passed: passed, failed: failed, skipped: 0), cases: cases, failures: [])),
      swiftTesting: .missing, crash: crash)
  }

  private func sum(_ parts: TestExecution...) -> TestExecution { TestExecution(parts: parts, limit: .seconds(90)) }

  @Test func `the failures of all parts are judged together, and retried together`() throws {
    let passed = sum(part(.exited(0)), part(.exited(0), name: "b"))
    #expect(TestJudge.judge(passed) == .init(outcome: .passed, reason: ""))
    let failed = sum(part(.exited(1), failed: 1), part(.exited(0), name: "b"), part(.exited(1), failed: 2, name: "c"))
    let judgement = TestJudge.judge(failed)
    #expect(judgement == .init(outcome: .testsFailed, reason: "3 tests failed"))
    #expect(failed.list.counts == TestCounts(passed: 3, failed: 3, skipped: 0))
    #expect(try #require(Retry.filters(after: failed, judgement)).count == 3)
  }

  @Test(arguments: [
    (
      ChildResult.Ending.exited(1), "swift test ended with status 1, although no test failed",
      TestRun.Outcome.testsFailed
    ),
    (.signalled(9), "the tests were ended by signal 9", .crashed),
    (.timedOut(after: .seconds(5)), "the tests ran longer than 90 s", .timedOut),
  ])
  func `a part that failed without a failed test is not explained by those of another part`(
    _ ending: ChildResult.Ending, _ reason: String, _ outcome: TestRun.Outcome
  ) {
    let execution = sum(part(.exited(1), failed: 1), part(ending, name: "b"))
    let judgement = TestJudge.judge(execution)
    #expect(judgement == .init(outcome: outcome, reason: reason))
    #expect(Retry.filters(after: execution, judgement) == nil)
    let otherwise = sum(part(.exited(0)), part(ending, name: "b"))
    #expect(TestJudge.judge(otherwise) == judgement)
  }

  @Test func `a part that lacks tests is not dropped with a failure or other evidence`() {
    var doubts = TestDoubts()
    doubts.missing = [TestID(suite: "T.A", name: "gone")]
    #expect(!part(.exited(0)).lacksTestsOnly)
    #expect(part(.exited(0)).adding(doubts).lacksTestsOnly && part(.exited(0), passed: 0).adding(doubts).lacksTestsOnly)
    #expect(!part(.exited(1), failed: 1).adding(doubts).lacksTestsOnly)
    #expect(!part(.exited(0), failed: 1).adding(doubts).lacksTestsOnly)
    #expect(!part(.exited(1)).adding(doubts).lacksTestsOnly && !part(.signalled(9)).adding(doubts).lacksTestsOnly)
    doubts.unattested = [TestID(suite: "T.A", name: "a0")]
    #expect(!part(.exited(0)).adding(doubts).lacksTestsOnly)
  }

  @Test func `a crash, and a test without a result, count in each part`() {
    let crash = "error: Process 'x' exited with unexpected signal code 4"
    let crashed = TestJudge.judge(sum(part(.exited(1), crash), part(.exited(1), failed: 1, name: "b")))
    #expect(crashed.outcome == .crashed)
    var doubts = TestDoubts()
    doubts.missing = [TestID(suite: "T.A", name: "gone")]
    let doubted = sum(part(.exited(0)), part(.exited(0), name: "b").adding(doubts))
    #expect(TestJudge.judge(doubted) == .init(outcome: .crashed, reason: "`T.A/gone` is listed, but did not run"))
  }
}
