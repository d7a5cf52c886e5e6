// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Git
@testable import ReviewContract

/// Sources that git would not compare by lines.
struct SourceComparisonTests {
  private static let old = "let a = 1\nlet b = 2\n"
  private static let new = "let a = 1\nlet c = 3 // \u{0}\nlet b = 2\n"
  private static let hunks = [Hunk(oldStart: 1, oldCount: 0, newStart: 2, newCount: 1)]

  private func review(
    base: (GitFixture) throws -> Void = { try $0.write("a.swift", old) }, head: (GitFixture) throws -> Void
  ) async throws -> [ChangedFile] {
    try await withReviewedRepository(base: base, head: head) { try await $0.review().changes.files }
  }

  @Test func `a source with a NUL byte is compared by lines, and all of them are new code`() async throws {
    let files = try await review(head: { try $0.write("a.swift", Self.new) })
    #expect(files == [ChangedFile(path: "a.swift", status: .modified, hunks: Self.hunks)])
    #expect(files.first?.newLines == [2...2])
    #expect(files.first?.hasText == true)
  }

  @Test(arguments: ["a.h", "a.c", "include/module.modulemap"])
  func `a header and a source of another language is text as well`(path: String) async throws {
    let files = try await review(base: { try $0.write(path, Self.old) }, head: { try $0.write(path, Self.new) })
    #expect(files == [ChangedFile(path: path, status: .modified, hunks: Self.hunks)])
  }

  @Test(arguments: ["*.swift binary", "*.swift -diff", "*.swift -text -diff", "* binary"])
  func `attributes cannot make a source binary`(attributes: String) async throws {
    let files = try await review(head: { git in
      try git.write(".gitattributes", attributes + "\n")
      try git.write("a.swift", "let a = 1\nlet c = 3\nlet b = 2\n")
    })
    #expect(files.last == ChangedFile(path: "a.swift", status: .modified, hunks: Self.hunks))
  }

  @Test(arguments: [
    ("// a\rlet b = 1\n", 1), ("let a = 1\r\n\n\rlet b = 1\n", 3), ("let a = 1\r\r\n", 1), ("let a = 1\r", 1),
  ])
  func `a carriage return that ends a line only for the compiler is a reason`(text: String, line: Int) async throws {
    let files = try await review(head: { git in
      try git.write("b.swift", text)
      try git.write("b.txt", text)
    })
    #expect(
      files.map(\.uncheckedReason) == [
        "line \(line) has a carriage return without a line feed, which ends a line for the compiler and not for git",
        nil,
      ])
    #expect(files.first?.hasText == true)
  }

  @Test func `line breaks of Windows are no reason`() async throws {
    let files = try await review(head: { try $0.write("b.swift", "let a = 1\r\nlet b = 2\r\n") })
    #expect(files.map(\.uncheckedReason) == [nil])
  }

  @Test(.thorough) func `a source over the limit of the comparison has a reason, and one at the limit has lines`()
    async throws
  {
    let limit = Int(DiffOptions.largestText)
    let files = try await review(head: { git in
      try git.write("large.swift", String(repeating: "\n", count: limit))
      try git.write("larger.swift", String(repeating: "\n", count: limit + 1))
      try git.write("larger.txt", String(repeating: "\n", count: limit + 1))
    })
    #expect(
      files.map(\.uncheckedReason) == [nil, "it cannot be read, or has more than \(limit) bytes", nil])
    #expect(files.map(\.hasText) == [true, false, false])
  }

  @Test func `a submodule has a reason, and a deleted one has none`() async throws {
    let files = try await review(
      base: { git in
        try git.write("a.swift", Self.old)
        try git.commit("first")
        try git.git("clone", "--quiet", ".", "Old")
      },
      head: { git in
        try FileManager.default.removeItem(atPath: git.folder.path.appending("Old").string)
        try git.git("clone", "--quiet", ".", "New")
      })
    #expect(files.map(\.path) == ["New", "Old"])
    #expect(files.map(\.uncheckedReason) == ["it is a submodule, which is not checked out", nil])
  }

  @Test func `the working tree, the index and a push are compared in the same way`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder)
      try git.write("a.swift", Self.old)
      let base = try git.commit("base")
      try git.write("a.swift", Self.new)
      try git.write("b.swift", "// \rlet b = 1\n")
      let source = LocalChangeSource()
      var changes: [ChangeSet] = [try await source.localChange(around: folder.path, scope: .worktree).changes]
      try git.git("add", "--all")
      changes.append(try await source.localChange(around: folder.path, scope: .staged).changes)
      let head = try git.commit("head")
      let push = PushedRef(localName: "refs/heads/main", local: head, remote: base)
      changes.append(try await source.localChange(around: folder.path, scope: .pushed(push)).changes)
      for files in changes.map(\.files) {
        #expect(files.first == ChangedFile(path: "a.swift", status: .modified, hunks: Self.hunks))
        #expect(files.last?.uncheckedReason?.hasPrefix("line 1 has a carriage return") == true)
      }
    }
  }
}
