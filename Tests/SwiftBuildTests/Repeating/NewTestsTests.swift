// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

struct NewTestsTests {
  /// A package in which `NewTests.Inner/fails each third time()` does so.
  private func write(in folder: ScratchDirectory) throws {
    try folder.write(
      "package/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "New", targets: [.testTarget(name: "New-Tests", path: "Tests")])
      """)
    try folder.write(
      "package/Tests/NewTests.swift",
      """
      import Foundation
      import Testing
      import XCTest

      /// Returns how often it was called with a name.
      func count(_ name: String) -> Int {
        let path = "\(folder.path.string)/" + name
        let count = ((try? String(contentsOfFile: path, encoding: .utf8)).flatMap { Int($0) } ?? 0) + 1
        try! "\\(count)".write(toFile: path, atomically: true, encoding: .utf8)
        return count
      }

      struct NewTests {
        struct Inner {
          @Test func `fails each third time`() { #expect(count("third") % 3 != 0) }
        }
        @Test(arguments: [1, 2]) func steady(_ x: Int) { #expect(x > 0) }
        @Test func old() { _ = count("old") }
        @Test(.disabled()) func off() {}
      }

      final class MoreTests: XCTestCase {
        func testSteady() { XCTAssertGreaterThan(count("xctest"), 0) }
      }
      """)
  }

  private func declared(_ types: [String], _ name: String, isNew: Bool = true) -> DeclaredTest {
    DeclaredTest(path: "Tests/NewTests.swift", types: types, name: name, isNew: isNew)
  }

  private var all: [DeclaredTest] {
    [
      declared(["NewTests", "Inner"], "`fails each third time`()"), declared(["NewTests"], "steady(_:)"),
      declared(["NewTests"], "off()"), declared(["MoreTests"], "testSteady", isNew: false),
      declared(["NewTests"], "inactive()"),
      DeclaredTest(path: "Other/Tests/NewTests.swift", types: ["NewTests"], name: "old()", isNew: true),
    ]
  }

  private func run(
    _ folder: ScratchDirectory, count: Int, flaky: FlakyTests.Policy = .fail, runs: [TestSelection] = [],
    share: Double = 0.5, least: Duration = .seconds(900)
  ) async throws -> TestedWorkspace {
    await tested(
      folder.path.appending("package"), results: try folder.folder("results-\(UUID().uuidString)"), runs: runs,
      flaky: flaky, newTests: NewTestRuns(count: count, tests: all, share: share, least: least))
  }

  private func number(_ name: String, in folder: ScratchDirectory) throws -> Int? { Int(try folder.text(name)) }

  @Test func `a new test that fails in a repetition is flaky, and the others are not run again`() async throws {
    try await withScratchDirectory { folder in
      try write(in: folder)
      let first = try await run(folder, count: 6)
      #expect(first.run.outcome == .testsFailed)
      #expect(first.run.reason == "1 new or changed test is flaky: failed 2 of 6 repetitions")
      #expect(first.run.failures == [])
      let flaky = try #require(first.run.flaky.first)
      #expect(flaky.id == TestID(suite: "New_Tests.NewTests.Inner", name: "`fails each third time`()"))
      #expect(flaky.repetitions == Repetitions(failed: 2, count: 6, isNew: true))
      #expect(flaky.path == "Tests/NewTests.swift" && flaky.line == 15)
      #expect(first.run.flaky.count == 1)
      #expect(first.run.cases.filter { $0.result == .flaky }.map(\.id) == [flaky.id])
      #expect(first.run.tests == TestCounts(passed: 4, failed: 0, skipped: 1))
      let repeating = first.stages.first { $0.name == "repeat new tests" }
      #expect(repeating?.status == .failed)
      #expect(repeating?.detail == first.run.reason)
      #expect(
        first.notes == [
          "tests.new_runs: 1 new or changed test was not repeated, because the run did not have them: "
            + "`New_Tests.NewTests/inactive()`"
        ])
      #expect(try number("third", in: folder) == 7)
      #expect(try number("xctest", in: folder) == 7)
      #expect(try number("old", in: folder) == 1)

      // The eighth run is the first one now.
      let second = try await run(folder, count: 3, flaky: .pass, runs: [.init(name: "some", skips: ["old"])])
      #expect(second.run.outcome == .passed)
      let passing = second.stages.first { $0.name == "repeat new tests some" }
      #expect(passing?.status == .done && passing?.detail == "3 of 3 repetitions of 3 tests, 1 failed")
      #expect(second.run.flaky.map(\.repetitions) == [Repetitions(failed: 1, count: 3, isNew: true)])
      #expect(try number("xctest", in: folder) == 11)

      // Its share of the time is over after the first repetition.
      try folder.write("third", "0")
      let third = try await run(folder, count: 5, share: 0, least: .zero)
      #expect(third.run.flaky == [] && third.run.outcome == .passed)
      #expect(try number("xctest", in: folder) == 13)
      #expect(third.notes.contains { $0.contains("3 new or changed tests were repeated once instead of 5: ") })

      // The next first run is one that fails.
      try folder.write("third", "14")
      let failed = try await run(folder, count: 5)
      #expect(failed.run.outcome == .testsFailed && failed.run.failures.count == 1)
      #expect(
        failed.notes == [
          "tests.new_runs: 2 new or changed tests were not repeated, because the tests did not pass"
        ])
      #expect(!failed.stages.contains { $0.name == "repeat new tests" })
    }
  }

  // MARK: Tallies

  private let tests: Set<TestID> = [TestID(suite: "T.A", name: "a()"), TestID(suite: "T.A", name: "b()")]

  private func execution(
    _ ending: ChildResult.Ending, _ results: [String: TestCase.Result], crash: CrashDetector = CrashDetector()
  ) -> TestExecution {
    let cases = results.sorted { $0.key < $1.key }.map {
      TestCase(suite: "T.A", name: $0.key, framework: .swiftTesting, result: $0.value)
    }
    var counts = TestCounts()
    for test in cases { counts.count(test.result) }
    return TestExecution(
      ending: ending, xctest: .missing,
      swiftTesting: .results(XUnitResults(counts: counts, cases: cases, failures: [])),
      crash: crash)
  }

  @Test func `a repetition counts only the tests that it ran`() {
    var tally = RepetitionTally()
    tally.add(execution(.exited(0), ["a()": .passed, "b()": .skipped]), of: tests, selection: TestSelection())
    tally.add(execution(.exited(1), ["a()": .failed, "c()": .failed]), of: tests, selection: TestSelection())
    #expect(tally.count == 2 && tally.obstacle == nil && tally.crash == nil)
    #expect(tally.ran == [TestID(suite: "T.A", name: "a()"): 2])
    #expect(tally.failed == [TestID(suite: "T.A", name: "a()"): 1])
    #expect(tally.failures.values.map(\.message) == ["failed in a repetition"])
  }

  @Test func `a repetition that was ended or whose process crashed does not count`() {
    var late = RepetitionTally()
    late.add(execution(.timedOut(after: .seconds(60)), ["a()": .passed]), of: tests, selection: TestSelection())
    #expect(late.count == 0 && late.ran == [:] && late.crash == nil)
    #expect(late.obstacle == .incomplete("the tests ran longer than 60 s"))
    var crash = CrashDetector()
    crash.read("Fatal error: on purpose")
    var crashed = RepetitionTally()
    crashed.add(execution(.exited(1), ["a()": .passed], crash: crash), of: tests, selection: TestSelection())
    #expect(crashed.reason?.hasPrefix("a repetition of new or changed tests did not complete: a test process ") == true)
    #expect(crashed.count == 0 && crashed.crash == "a test process crashed: Fatal error: on purpose")
    var empty = RepetitionTally()
    empty.add(execution(.exited(0), [:]), of: tests, selection: TestSelection())
    #expect(empty.count == 0 && empty.obstacle == .incomplete(TestJudge.noTests))
    var skipped = RepetitionTally()
    skipped.add(execution(.exited(0), ["a()": .skipped, "c()": .passed]), of: tests, selection: TestSelection())
    #expect(skipped.count == 0 && skipped.obstacle == .incomplete("it ran none of these tests"))
  }
}
