// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct MergeConflictTests {
  private static let tenLines = (1...10).map { "line \($0)\n" }.joined()

  private func expect(
    _ paths: [String],
    base: (GitFixture) throws -> Void = { try $0.write("f", Self.tenLines) },
    head: (GitFixture) throws -> Void, tip: (GitFixture) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await withMovedBase(base: base, head: head, tip: tip) { repository, workspace in
      let gitsMerge = try repository.gitsMerge()
      #expect(workspace.merge == .conflict(paths: paths), sourceLocation: sourceLocation)
      #expect(gitsMerge == nil, sourceLocation: sourceLocation)
      #expect(repository.checkouts == [workspace.root.lastComponent?.string], sourceLocation: sourceLocation)
    }
  }

  @Test func `a line changed on both sides is a conflict`() async throws {
    try await expect(
      ["f"],
      head: { try $0.write("f", Self.tenLines.replacing("line 5", with: "five")) },
      tip: { try $0.write("f", Self.tenLines.replacing("line 5", with: "fünf")) })
  }

  @Test func `a file changed on one side and deleted on the other is a conflict`() async throws {
    try await expect(
      ["f", "g"],
      base: { fixture in
        try fixture.write("f", Self.tenLines)
        try fixture.write("g", "completely\ndifferent\n")
      },
      head: { fixture in
        try fixture.write("f", "line 0\n" + Self.tenLines)
        try fixture.git("rm", "--quiet", "g")
      },
      tip: { fixture in
        try fixture.git("rm", "--quiet", "f")
        try fixture.write("g", "completely\ndifferent\ntext\n")
      })
  }

  @Test func `different files added with the same name are a conflict`() async throws {
    try await expect(["n"], head: { try $0.write("n", "1\n") }, tip: { try $0.write("n", "2\n") })
  }

  @Test func `a file and a folder added with the same name are a conflict`() async throws {
    try await withMovedBase(head: { try $0.write("n/m", "1\n") }, tip: { try $0.write("n", "2\n") }) { _, workspace in
      guard case .conflict(let paths) = workspace.merge else {
        Issue.record("\(workspace.merge)")
        return
      }
      #expect(paths.contains("n"))
    }
  }

  @Test func `a binary file changed on both sides is a conflict`() async throws {
    try await expect(
      ["image"],
      base: { try $0.write("image", "\u{0}\n1\n2\n3\n4\n5\n") },
      head: { try $0.write("image", "\u{0}\nhead\n2\n3\n4\n5\n") },
      tip: { try $0.write("image", "\u{0}\n1\n2\n3\n4\ntip\n") })
  }

  @Test func `a file moved to different places is a conflict`() async throws {
    try await expect(
      ["f", "one", "two"], head: { try $0.git("mv", "f", "one") }, tip: { try $0.git("mv", "f", "two") })
  }

  @Test(arguments: [true, false])
  func `a file moved on one side and made a link on the other is a conflict`(isMovedByHead: Bool) async throws {
    let move: (GitFixture) throws -> Void = { try $0.git("mv", "f", "moved") }
    let link: (GitFixture) throws -> Void = { fixture in
      try fixture.remove("f")
      try fixture.makeLink("f", to: "elsewhere")
    }
    try await expect(["f"], head: isMovedByHead ? move : link, tip: isMovedByHead ? link : move)
  }

  @Test func `at most a hundred paths in conflict are listed, and their number is noted`() async throws {
    let names = (1...120).map { "f\($0 + 100)" }
    func write(_ text: String) -> (GitFixture) throws -> Void {
      { fixture in for name in names { try fixture.write(name, "\(name) \(text)\n") } }
    }
    try await withMovedBase(base: write("base"), head: write("head"), tip: write("tip")) { _, workspace in
      #expect(workspace.merge == .conflict(paths: Array(names.prefix(100))))
      #expect(workspace.notes == ["120 paths are in conflict, of which 100 are listed"])
    }
  }

  @Test func `attributes and the mirror's configuration do not affect the merge`() async throws {
    try await withMovedBase(
      base: { fixture in
        try fixture.write("f", Self.tenLines)
        try fixture.write("old", Self.tenLines.replacing("line", with: "row"))
        try fixture.write(".gitattributes", "* merge=union\n")
      },
      head: { fixture in
        try fixture.write("f", Self.tenLines.replacing("line 5", with: "five"))
        try fixture.git("mv", "old", "new")
      },
      tip: { fixture in
        try fixture.write("f", Self.tenLines.replacing("line 5", with: "fünf"))
        try fixture.write("old", Self.tenLines.replacing("line", with: "row").replacing("row 7", with: "seven"))
      }
    ) { repository, workspace in
      #expect(workspace.merge == .conflict(paths: ["f"]))
      let configuration = try repository.mirror.appending("config").string
      for (key, value) in [
        ("merge.default", "union"), ("merge.renames", "false"), ("diff.renames", "false"), ("merge.renameLimit", "0"),
      ] {
        try repository.fixture.git("config", "--file", configuration, key, value)
      }
      #expect(try await repository.review().merge == .conflict(paths: ["f"]))
    }
  }
}
