// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// Real runs of tests in an order.
struct OrderedRunTests {
  private static let ordered = TestOrder(
    changed: [
      DeclaredTest(path: "Tests/NewTests/New.swift", types: ["Suite"], name: "changed(_:)", isNew: false),
      DeclaredTest(path: "Tests/OldTests/Old.swift", types: ["OldTests"], name: "testChanged", isNew: false),
    ], failedLately: [TestDigest(TestID(suite: "OldTests.OldTests", name: "testLate"), package: "")],
    paths: ["Tests/NewTests/New.swift"])

  /// A package whose tests note their names in a file, and fail if a file says so.
  private func write(in folder: ScratchDirectory) throws {
    try folder.write(
      "package/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Order", targets: [
        .target(name: "Notes"), .testTarget(name: "NewTests", dependencies: ["Notes"]),
        .testTarget(name: "OldTests", dependencies: ["Notes"]),
      ])
      """)
    try folder.write(
      "package/Sources/Notes/Notes.swift",
      """
      import Foundation
      /// Returns whether the test is to fail; once, if the file says so.
      public func note(_ name: String) -> Bool {
        // Tests of XCTest run in processes side by side.
        let file = fopen("\(folder.path.string)/log", "a")!
        fputs(name + "\\n", file)
        fclose(file)
        let path = "\(folder.path.string)/fail-" + name
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        if text == "once" { try! FileManager.default.removeItem(atPath: path) }
        if text == "die" { fatalError("on purpose") }
        return text != nil
      }
      """)
    try folder.write(
      "package/Tests/NewTests/New.swift",
      """
      import Notes
      import Testing
      struct Suite {
        @Test(arguments: [1]) func changed(_ x: Int) { #expect(!note("changed")) }
        @Test func other() { #expect(!note("other")) }
      }
      """)
    try folder.write(
      "package/Tests/OldTests/Old.swift",
      """
      import Notes
      import XCTest
      final class OldTests: XCTestCase {
        func testChanged() { XCTAssertFalse(note("testChanged")) }
        func testLate() { XCTAssertFalse(note("testLate")) }
        func testRest() { XCTAssertFalse(note("testRest")) }
        func testSkipped() throws { throw XCTSkip("not here") }
      }
      """)
  }

  private func run(
    _ folder: ScratchDirectory, retries: Int = 0, fails: [String: String] = [:], order: TestOrder? = Self.ordered,
    choice: EarlierRun? = nil
  ) async throws -> (tested: TestedWorkspace, names: [String], output: [String]) {
    try folder.write("log", "")
    for (name, text) in fails { try folder.write("fail-\(name)", text) }
    defer { for name in fails.keys { try? FileManager.default.removeItem(atPath: "\(folder.path)/fail-\(name)") } }
    let output = Locked<[String]>([])
    let result = await tested(
      folder.path.appending("package"), results: try folder.folder("results-\(UUID().uuidString)"), retries: retries,
      earlier: choice, order: order
    ) { event in
      if case .output(let line) = event { output.withLock { $0.append(line) } }
    }
    let names = try folder.text("log").split(separator: "\n").map(String.init)
    return (result, names, output.withLock { $0 })
  }

  @Test func `tests that likely fail are run first, with the results of any other order`() async throws {
    try await withScratchDirectory { folder in
      try write(in: folder)
      let (plain, names, _) = try await run(folder, order: nil)
      #expect(plain.run.outcome == .passed, "\(plain.run.reason) \(plain.run.logTail)")
      #expect(names.count == 5)
      let (passed, inOrder, output) = try await run(folder)
      #expect(passed.run.outcome == .passed, "\(passed.run.reason) \(passed.run.logTail)")
      #expect(Set(inOrder.prefix(3)) == ["changed", "testChanged", "testLate"])
      #expect(Set(inOrder.dropFirst(3)) == ["other", "testRest"])
      #expect(
        output.filter { $0.hasPrefix("first: ") || $0.hasPrefix("then: ") } == [
          "first: 3 tests of changed files, or that failed lately", "then: the other 3 tests",
        ])
      #expect(passed.run.tests == TestCounts(passed: 5, failed: 0, skipped: 1) && passed.run.tests == plain.run.tests)
      #expect(passed.listed == plain.listed && passed.stages.map(\.name) == plain.stages.map(\.name))
      // Coverage is that of all parts.
      let reading = { (tested: TestedWorkspace) in tested.artifacts?.profiles.count ?? 0 }
      #expect(reading(passed) >= reading(plain) && reading(plain) > 0)

      let failing = try await run(folder, fails: ["changed": "always", "testRest": "always"])
      #expect(failing.tested.run.reason == "2 tests failed" && failing.names.count == 5)
      #expect(Set(failing.tested.run.failures.map(\.name)) == ["changed(_:)", "testRest"])
      // The first failure is reported before the other tests are run.
      let failure = try #require(failing.output.firstIndex { $0.contains("changed(_:)") && $0.contains("failed") })
      #expect(failure < (try #require(failing.output.firstIndex { $0.hasPrefix("then: the other") })))

      let flaky = try await run(folder, retries: 1, fails: ["testLate": "once", "other": "once"])
      #expect(flaky.tested.run.reason == "2 tests are flaky: failed, then passed when run again")
      #expect(flaky.names.count == 7)
    }
  }

  @Test func `unusual names are run in an order, or together with the others`() async throws {
    try await withScratchDirectory { folder in
      try write(in: folder)
      let names = ["a/b", "dot. (x) [y]* ^$", "früh 🌅", "x | y + z"]
      let tests = names.enumerated().map { "  @Test func `\($1)`() { #expect(!note(\"odd\($0)\")) }\n" }
      try folder.write(
        "package/Tests/NewTests/Odd.swift", "import Notes\nimport Testing\nstruct `Odd / Suite` {\n\(tests.joined())}\n"
      )
      let changed = names.map {
        DeclaredTest(path: "Tests/NewTests/Odd.swift", types: ["Odd / Suite"], name: "`\($0)`()", isNew: true)
      }
      let order = TestOrder(changed: changed, failedLately: [], paths: ["Tests/NewTests/Odd.swift"])
      let (tested, run, output) = try await run(folder, order: order)
      #expect(tested.run.outcome == .passed, "\(tested.run.reason) \(tested.run.logTail)")
      #expect(tested.run.tests == TestCounts(passed: 9, failed: 0, skipped: 1))
      #expect(Set(names.indices.map { "odd\($0)" }).isSubset(of: run))
      #expect(output.contains { $0.hasPrefix("first: ") })
      let failing = try await self.run(folder, fails: ["odd2": "always"], order: order)
      #expect(failing.tested.run.reason == "1 test failed")
    }
  }

  @Test func `a crash in a part is the outcome, and the other parts are run`() async throws {
    try await withScratchDirectory { folder in
      try write(in: folder)
      let crashed = try await run(folder, retries: 1, fails: ["testLate": "die", "other": "always"])
      #expect(crashed.tested.run.outcome == .crashed)
      #expect(crashed.tested.run.reason.hasPrefix("a test process crashed"), "\(crashed.tested.run.reason)")
      #expect(Set(crashed.names) == ["changed", "testChanged", "testLate", "other", "testRest"])
      #expect(crashed.names.count == 5)
      #expect(!crashed.tested.run.logTail.isEmpty)
    }
  }
}
