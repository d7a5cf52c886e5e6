// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import ReviewTesting
import Testing

@testable import Git

struct MovedLinesTests {
  private static func function(_ name: String, _ indentation: String = "") -> String {
    ["func \(name)(_ value: Int) -> Int {", "  let doubled = value * 2", "  return doubled + \(name.count)", "}"]
      .map { indentation + $0 + "\n" }.joined()
  }

  private static let filler = (1...12).map { "let filler\($0) = \($0)\n" }.joined()

  private func files(
    base: (GitFixture) throws -> Void, head: (GitFixture) throws -> Void
  ) async throws -> [String: ChangedFile] {
    try await withReviewedRepository(base: base, head: head) { repository in
      let files = try await repository.review().changes.files
      return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
    }
  }

  @Test func `finds a function that was moved within its file`() async throws {
    let file = try await files(
      base: { try $0.write("a.swift", Self.function("a") + Self.filler) },
      head: { try $0.write("a.swift", Self.filler + Self.function("a")) })["a.swift"]
    #expect(file?.addedLines == [13...16])
    #expect(file?.movedLines == [13...16])
    #expect(file?.newLines == [])
    #expect(file?.movedRuns == [MovedRun(oldPath: "a.swift", oldStart: 1, newStart: 13, count: 4)])
  }

  @Test func `a function moved to another file is found even if it is indented and extended`() async throws {
    let moved = Self.function("area", "    ").replacing("    }\n", with: "      log() // new\n    }\n")
    let found = try await files(
      base: { fixture in
        try fixture.write("a.swift", Self.filler + Self.function("area"))
        try fixture.write("b.swift", "struct B {\n}\n")
      },
      head: { fixture in
        try fixture.write("a.swift", Self.filler)
        try fixture.write("b.swift", "struct B {\n\(moved)}\n")
      })
    #expect(found["b.swift"]?.addedLines == [2...6])
    #expect(found["b.swift"]?.movedLines == [2...4])
    #expect(found["b.swift"]?.newLines == [5...6])
    #expect(found["b.swift"]?.movedRuns == [MovedRun(oldPath: "a.swift", oldStart: 13, newStart: 2, count: 3)])
  }

  @Test func `a copy is new, and only one of two copies of a removed function is moved`() async throws {
    let found = try await files(
      base: { try $0.write("a.swift", Self.filler + Self.function("a") + Self.filler + Self.function("bb")) },
      head: { fixture in
        try fixture.write("a.swift", Self.filler + Self.function("a") + Self.filler)
        try fixture.write("b.swift", Self.function("a"))
        try fixture.write("c.swift", Self.function("bb") + Self.function("bb"))
      })
    #expect(found["b.swift"]?.movedLines == [])
    #expect(found["c.swift"]?.movedLines == [1...4])
  }

  @Test(arguments: [
    "func short() -> Int { 1 }\n",
    // Many tokens, but one line.
    "let list = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]\n",
  ])
  func `short code is not detected as moved`(text: String) async throws {
    let file = try await files(
      base: { try $0.write("a.swift", text + Self.filler) },
      head: { try $0.write("a.swift", Self.filler + text) })["a.swift"]
    #expect(file?.addedLines == [13...13])
    #expect(file?.movedLines == [])
  }

  @Test func `moved lines are detected only in Swift files`() async throws {
    let file = try await files(
      base: { try $0.write("notes.txt", Self.function("a") + Self.filler) },
      head: { try $0.write("notes.txt", Self.filler + Self.function("a")) })["notes.txt"]
    #expect(file?.addedLines == [13...16])
    #expect(file?.newLines == [13...16])
  }

  @Test func `lines of a string literal are compared as text, not as comments`() async throws {
    func text(_ word: String) -> String {
      "let text = \"\"\"\n" + (1...15).map { "  // \(word)   \($0)\n" }.joined() + "  \"\"\"\n"
        + Self.function("a")
    }
    let found = try await files(
      base: { fixture in
        try fixture.write("a.swift", text("one") + Self.filler)
      },
      head: { try $0.write("a.swift", Self.filler + text("two")) })
    #expect(found["a.swift"]?.movedLines == [29...33])
  }

  @Test func `lines that differ only in indentation or line endings are listed as added, but not as new lines`()
    async throws
  {
    let found = try await files(
      base: { fixture in
        try fixture.write("a.swift", "if true {\n" + Self.function("a") + "}\nlet x = 1\n")
        try fixture.write("b.txt", "one\ntwo\nthree\n")
      },
      head: { fixture in
        try fixture.write("a.swift", "if true {\n" + Self.function("a", "\t") + "}\nlet x = 2\n")
        try fixture.write("b.txt", "one\r\ntwo\r\n3\r\n")
      })
    #expect(found["a.swift"]?.addedLines == [2...5, 7...7])
    #expect(found["a.swift"]?.respacedLines == [2...5])
    #expect(found["a.swift"]?.newLines == [7...7])
    #expect(found["b.txt"]?.addedLines == [1...3])
    #expect(found["b.txt"]?.newLines == [3...3])
  }

  @Test func `code that moved out of a renamed file is found`() async throws {
    let found = try await files(
      base: { try $0.write("old.swift", Self.filler + Self.filler + Self.function("a")) },
      head: { fixture in
        try fixture.git("mv", "old.swift", "new.swift")
        try fixture.write("new.swift", Self.filler + Self.filler)
        try fixture.write("other.swift", Self.function("a"))
      })
    #expect(found["new.swift"]?.status == .renamed)
    #expect(found["other.swift"]?.movedLines == [1...4])
  }

  @Test(.thorough) func `each removed line of long repetitive text counts as moved once`() async throws {
    let line = "a.b(c, d); a.b(c, d); a.b(c, d); a.b(c, d)\n"
    let found = try await files(
      base: { fixture in
        try fixture.write("a.swift", String(repeating: line, count: 600) + "// end\n")
        try fixture.write("b.swift", "let b = 1\n")
      },
      head: { fixture in
        try fixture.write("a.swift", "// end\n")
        try fixture.write("b.swift", String(repeating: line, count: 800) + "let b = 2\n")
      })
    // Each removed line counts once; the origin of the remaining lines is unknown.
    #expect(found["b.swift"]?.addedLines.count == 801)
    #expect(found["b.swift"]?.movedLines == [1...600])
  }
}
