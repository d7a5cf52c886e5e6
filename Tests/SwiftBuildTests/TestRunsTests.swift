// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// Several invocations of `swift test` on one package.
struct TestRunsTests {
  private static let unit = TestSelection(name: "unit", skips: ["OldTests"])
  private static let old = TestSelection(
    name: "old", filters: ["OldTests/testTwice", "OldTests/testSkip"], arguments: ["--num-workers", "1"])
  private static let nothing = TestSelection(name: "nothing", filters: ["^NoSuchTests"])

  private func run(
    _ folder: ScratchDirectory, mode: String, _ runs: [TestSelection], retries: Int = 0
  ) async throws -> TestedWorkspace {
    try folder.write("mode", mode)
    return await tested(
      folder.path, results: try folder.folder("results-\(UUID().uuidString)"), retries: retries, runs: runs)
  }

  @Test func `results, coverage and lists of several runs are merged, and failures name the run`() async throws {
    try await withScratchDirectory { folder in
      try SamplePackage.write(in: folder)
      let passed = try await run(folder, mode: "pass", [Self.unit, Self.old, Self.nothing])
      #expect(passed.run.outcome == .passed, "\(passed.run.reason)")
      #expect(
        passed.stages.map(\.name) == [
          "toolchain", "read the manifest", "build", "test unit", "test old", "test nothing",
        ])
      // testHang and testFlaky are in no run, which is no defect, and are not removed either.
      #expect(passed.run.tests == TestCounts(passed: 3, failed: 0, skipped: 2))
      #expect(passed.listed?.count == 7)
      #expect(passed.listed?.contains(TestID(suite: "SampleTests.OldTests", name: "testHang")) == true)
      let profiles = try #require(passed.artifacts?.profiles)
      // The profiles of two runs, which the tests cannot access.
      #expect(Set(profiles.map { $0.removingLastComponent() }).count >= 2)

      let failed = try await run(folder, mode: "fail", [Self.unit, Self.old], retries: 1)
      #expect(failed.run.outcome == .testsFailed)
      #expect(failed.run.reason == "run unit: 1 test failed; run old: 1 test failed")
      #expect(failed.run.tests == TestCounts(passed: 1, failed: 2, skipped: 2))
      #expect(failed.run.failures.map { $0.message.prefix(6) } == ["[unit]", "[old] "])
      #expect(
        failed.stages.map(\.name) == [
          "toolchain", "read the manifest", "build", "test unit", "retry unit", "test old", "retry old",
        ])

      let crashed = try await run(folder, mode: "crash", [Self.unit, Self.old])
      #expect(crashed.run.outcome == .crashed)
      #expect(crashed.run.reason.hasPrefix("run unit: a test process crashed in `SampleTests/twiceThree()`"))
      let later = crashed.run.cases.first { $0.name == "testTwice" }
      #expect(later?.result == .passed, "the run after it was run")

      let none = try await run(folder, mode: "pass", [Self.nothing])
      #expect(none.run.outcome == .testsFailed)
      #expect(none.run.reason == "the package declares tests, but none ran")
    }
  }

  @Test func `a test in several runs counts once, with its worst result`() {
    func list(_ cases: [(String, TestCase.Result)]) -> TestList {
      let elements = cases.map { name, result in
        let failure = result == .failed ? "<failure message=\"m\"></failure>" : ""
        return "<testcase classname=\"S\" name=\"\(name)\" time=\"0\">\(failure)</testcase>"
      }
      let xml = "<testsuites><testsuite>\(elements.joined())</testsuite></testsuites>"
      let file = XUnitReader(framework: .xctest, repositoryRoot: "/r").parse(Array(xml.utf8))
      return TestList(
        xctest: file.results, swiftTesting: nil, events: nil, output: XCTestOutput(), running: [],
        crash: CrashDetector())
    }
    var merged = list([("a", .passed), ("b", .passed)])
    merged.merge(list([("a", .failed), ("b", .passed), ("c", .passed)]), of: "two")
    #expect(merged.counts == TestCounts(passed: 2, failed: 1))
    #expect(merged.cases.map(\.result) == [.failed, .passed, .passed])
    #expect(merged.failures.map(\.message) == ["[two] m"])
    merged.merge(list([("a", .passed)]), of: "three")
    #expect(merged.counts == TestCounts(passed: 2, failed: 1))
    #expect(merged.cases.first?.result == .failed)
  }

  @Test func `the log begins with the tests, in whatever order the streams were read`() {
    let linker = " \"/usr/bin/ld.gold\" --hash-style=gnu --eh-frame-hdr -m elf_x86_64"
    let before = ["warning: 'a': swift-frontend", "clang version 21", "Selected multilib: .;@m64", linker]
    for lines in [before + ["[1/1] Planning build"], ["Planning build"] + before, before] {
      #expect(PackageRun.log(lines + ["Test Suite 'All tests' started"]) == "Test Suite 'All tests' started")
    }
  }

  @Test func `the worst outcome of several runs is the result`() {
    var outcome = SelectedTestRuns.Outcome()
    outcome.add(.init(outcome: .passed, reason: ""), of: Self.unit)
    #expect(outcome.judgement == .init(outcome: .passed, reason: ""))
    outcome.add(.init(outcome: .testsFailed, reason: "1 test failed"), of: Self.unit)
    outcome.add(.init(outcome: .timedOut, reason: "it took too long"), of: Self.old)
    #expect(
      outcome.judgement == .init(outcome: .timedOut, reason: "run unit: 1 test failed; run old: it took too long"))
  }

  @Test(arguments: [
    (TestSelection(), "M.S", "t()", true), (TestSelection(arguments: ["--num-workers", "2"]), "M.S", "t()", true),
    (TestSelection(filters: ["S/t"]), "M.S", "testA", true),
    (TestSelection(filters: ["Inner/t"]), "M.S.Inner", "t()", true),
    (TestSelection(filters: ["Other"]), "M.S", "t()", false), (TestSelection(skips: ["S"]), "M.S", "testA", false),
    (TestSelection(skips: ["Other"]), "M.S", "testA", true),
    // It may match the location, which only Swift Testing compares.
    (TestSelection(skips: ["Other"]), "M.S", "t()", false),
    // Regular expressions have several dialects.
    (TestSelection(filters: ["^M[.]S"]), "M.S", "testA", false),
    (TestSelection(arguments: ["--disable-xctest"]), "M.S", "testA", false),
  ])
  func `tests that certainly run are known`(selection: TestSelection, suite: String, name: String, isCertain: Bool) {
    #expect(selection.certainlyRuns(TestID(suite: suite, name: name)) == isCertain)
  }
}
