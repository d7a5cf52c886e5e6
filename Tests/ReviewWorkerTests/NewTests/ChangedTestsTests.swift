// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewWorker

struct ChangedTestsTests {
  private static let path = "Tests/T/A.swift"

  /// The names of the tests in a text that changes of some lines concern; `*` marks those that are not new.
  private func names(_ text: String, _ hunks: [Hunk]) async throws -> [String] {
    try await withScratchDirectory { folder in
      try folder.write(Self.path, text)
      let file = ChangedFile(path: Self.path, status: .modified, hunks: hunks)
      let found = ChangedTests(root: folder.path, changes: ChangeSet(files: [file]))
      #expect(found.notes == [])
      return found.tests.map {
        ($0.types + [$0.name]).joined(separator: "/") + ($0.isNew ? "" : "*") + ($0.isCertain ? "" : "?")
      }
    }
  }

  private func added(_ lines: ClosedRange<Int>) -> Hunk {
    Hunk(oldStart: lines.lowerBound - 1, oldCount: 0, newStart: lines.lowerBound, newCount: lines.count)
  }

  @Test func `all forms of tests are found, and nothing else`() async throws {
    let text = """
      import Testing
      import XCTest
      @Test func free() {}
      @Test("a name", arguments: [1, 2]) func `with words`(_ x: Int, of y: Int) async throws {}
      @Testing.Test func qualified() {}
      struct Outer {
        @Suite struct Inner { @Test func nested() { func testLocal() {} } }
        func testNothing() {}
      }
      extension Outer.Inner { @Test func extended() {} }
      #if os(Linux)
      @Test func conditional() {}
      #endif
      final class OldTests: XCTestCase {
        func testOne() async throws {}
        func testTwo(_ x: Int) {}
        static func testThree() {}
        private func testFour() {}
        func helper() {}
      }
      class Further: OldTests { func testMore() {} }
      extension OldTests { func testExtended() {} }
      func testFree() {}
      @TestMacro func other() {}
      """
    #expect(
      try await names(text, [added(1...23)])
        == [
          "free", "`with words`(_:of:)", "qualified()", "Outer/Inner/nested()", "Outer/Inner/extended()",
          "conditional()",
          "OldTests/testOne", "Further/testMore?", "OldTests/testExtended?",
        ].map { $0 == "free" ? "free()" : $0 })
  }

  @Test func `a test is concerned by a change of its attributes, declaration or body, and by removed lines`()
    async throws
  {
    let text = """
      struct A {
        @Test(
          .enabled(if: true))
        func one() {
          let a = 1
          #expect(a == 1)
        }

        @Test func two() {}
      }
      """
    func names(_ hunk: Hunk) async throws -> [String] { try await self.names(text, [hunk]) }
    #expect(try await names(added(3...3)) == ["A/one()*"])
    #expect(try await names(added(6...6)) == ["A/one()*"])
    #expect(try await names(added(2...7)) == ["A/one()"])
    #expect(try await names(added(8...8)) == [])
    #expect(try await names(added(7...9)) == ["A/one()*", "A/two()"])
    #expect(try await names(Hunk(oldStart: 6, oldCount: 2, newStart: 5, newCount: 0)) == ["A/one()*"])
    #expect(try await names(Hunk(oldStart: 8, oldCount: 2, newStart: 7, newCount: 0)) == [])
    #expect(try await names(Hunk(oldStart: 2, oldCount: 2, newStart: 1, newCount: 0)) == [])
    #expect(try await names(Hunk(oldStart: 1, oldCount: 1, newStart: 1, newCount: 1)) == [])
  }

  @Test func `the other tests of changed files are known too`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(Self.path, "import Testing\n@Test func one() {}\n@Test func two() {}\n")
      try folder.write("Tests/T/B.swift", "import Testing\n@Test func three() {}\n")
      let file = ChangedFile(path: Self.path, status: .modified, hunks: [added(2...2)])
      let found = ChangedTests(root: folder.path, changes: ChangeSet(files: [file]))
      #expect(found.tests.map(\.name) == ["one()"] && found.unchanged.map(\.name) == ["two()"])
    }
  }

  @Test func `files that cannot be searched are named`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("deep.swift", "@Test func a() {}\n" + String(repeating: "(", count: 5_000))
      try folder.write("Tests/A.txt", "@Test func b() {}\n")
      try folder.write("elsewhere/c.swift", "@Test func c() {}\n")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path.appending("link.swift").string, withDestinationPath: "/etc/passwd")
      let files = ["deep.swift", "Tests/A.txt", "missing.swift", "link.swift", "../c.swift"].map {
        ChangedFile(path: $0, status: .modified, hunks: [added(1...1)])
      }
      let found = ChangedTests(root: folder.path, changes: ChangeSet(files: files))
      #expect(found.tests == [])
      #expect(found.notes.count == 4)
      #expect(found.notes.allSatisfy { $0.hasPrefix("tests.new_runs: new or changed tests of ") })
    }
  }
}
