// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct ComparingTests {
  private static let tenLines = (1...10).map { "line \($0)\n" }.joined()

  private func changes(
    base: (GitFixture) throws -> Void, head: (GitFixture) throws -> Void
  ) async throws -> [ChangedFile] {
    try await withReviewedRepository(base: base, head: head) { try await $0.review().changes.files }
  }

  @Test func `added, changed and removed lines are listed as hunks`() async throws {
    let files = try await changes(
      base: { try $0.write("f", Self.tenLines) },
      head: { fixture in
        let lines = (1...10).filter { $0 != 9 }.map { $0 == 2 ? "changed\nand more\n" : "line \($0)\n" }
        try fixture.write("f", lines.joined())
      })
    #expect(
      files == [
        ChangedFile(
          path: "f", status: .modified,
          hunks: [
            Hunk(oldStart: 2, oldCount: 1, newStart: 2, newCount: 2),
            Hunk(oldStart: 9, oldCount: 1, newStart: 9, newCount: 0),
          ])
      ])
    #expect(files.first?.addedLines == [2...3])
    #expect(files.first?.removedLines == [2...2, 9...9])
  }

  @Test func `gives added and deleted files with all their lines`() async throws {
    let files = try await changes(
      base: { try $0.write("old", "1\n2\n") },
      head: { fixture in
        try fixture.git("rm", "--quiet", "old")
        try fixture.write("sub/new", "completely\ndifferent\ntext\n")
      })
    #expect(
      files == [
        ChangedFile(
          path: "old", status: .deleted, hunks: [Hunk(oldStart: 1, oldCount: 2, newStart: 0, newCount: 0)]),
        ChangedFile(
          path: "sub/new", status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 3)]),
      ])
  }

  @Test func `follows a rename with an edit`() async throws {
    let files = try await changes(
      base: { try $0.write("old", Self.tenLines) },
      head: { fixture in
        try fixture.git("mv", "old", "new")
        try fixture.write("new", Self.tenLines.replacing("line 7", with: "seven"))
      })
    #expect(
      files == [
        ChangedFile(
          path: "new", oldPath: "old", status: .renamed,
          hunks: [Hunk(oldStart: 7, oldCount: 1, newStart: 7, newCount: 1)])
      ])
  }

  @Test func `a rename alone changes no line`() async throws {
    let files = try await changes(
      base: { try $0.write("old", Self.tenLines) }, head: { try $0.git("mv", "old", "new") })
    #expect(files == [ChangedFile(path: "new", oldPath: "old", status: .renamed)])
  }

  @Test func `the configuration of the mirror cannot disable renames`() async throws {
    try await withReviewedRepository(
      base: { try $0.write("old", Self.tenLines) }, head: { try $0.git("mv", "old", "new") }
    ) { repository in
      _ = try await repository.review()
      try repository.fixture.git(
        "config", "--file", repository.mirror.appending("config").string, "diff.renames", "false")
      let result = try await repository.review()
      #expect(result.changes.files.map(\.status) == [.renamed])
    }
  }

  @Test func `a change of mode alone changes no line`() async throws {
    let files = try await changes(
      base: { try $0.write("tool", "#!/bin/sh\n") },
      head: { fixture in
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: fixture.folder.path.appending("tool").string)
      })
    #expect(files == [ChangedFile(path: "tool", status: .modified, kind: .executable)])
  }

  @Test func `a binary file has no lines`() async throws {
    let files = try await changes(
      base: { try $0.write("image", "\u{0}\u{1}old") }, head: { try $0.write("image", "\u{0}\u{1}new") })
    #expect(files == [ChangedFile(path: "image", status: .modified, isBinary: true)])
  }

  @Test func `a new symbolic link and a file that becomes one are listed as links`() async throws {
    let files = try await changes(
      base: { try $0.write("f", "text\n") },
      head: { fixture in
        let folder = fixture.folder.path
        try FileManager.default.removeItem(atPath: folder.appending("f").string)
        for name in ["f", "link"] {
          try FileManager.default.createSymbolicLink(
            atPath: folder.appending(name).string, withDestinationPath: "/etc/passwd")
        }
      })
    #expect(files.map(\.path) == ["f", "link"])
    #expect(files.map(\.status) == [.typeChanged, .added])
    #expect(files.map(\.kind) == [.symbolicLink, .symbolicLink])
    #expect(files.allSatisfy { !$0.hasText })
  }

  @Test func `a submodule is listed as a submodule without lines`() async throws {
    let files = try await changes(
      base: { try $0.write("f", "text\n") },
      head: { fixture in
        let commit = try fixture.id("HEAD")
        try fixture.git("update-index", "--add", "--cacheinfo", "160000,\(commit),module")
        _ = try fixture.folder.folder("module")
        // An empty folder counts as a submodule that is not checked out.
        try fixture.git("commit", "--quiet", "-m", "module")
      })
    #expect(
      files == [
        ChangedFile(
          path: "module", status: .added, kind: .submodule,
          uncheckedReason: "it is a submodule, which is not checked out")
      ])
  }

  @Test(arguments: [
    ("a\nb", "a\nb\n", [Hunk(oldStart: 2, oldCount: 1, newStart: 2, newCount: 1)]),
    ("a\nb", "a\nb\nc", [Hunk(oldStart: 2, oldCount: 1, newStart: 2, newCount: 2)]),
    ("a\nb\n", "a\r\nb\r\n", [Hunk(oldStart: 1, oldCount: 2, newStart: 1, newCount: 2)]),
    ("a\r\nb\r\n", "a\r\nc\r\n", [Hunk(oldStart: 2, oldCount: 1, newStart: 2, newCount: 1)]),
    ("a\n", "", [Hunk(oldStart: 1, oldCount: 1, newStart: 0, newCount: 0)]),
  ])
  func `line endings and a final newline are compared as text`(old: String, new: String, hunks: [Hunk]) async throws {
    let files = try await changes(base: { try $0.write("f", old) }, head: { try $0.write("f", new) })
    #expect(files.map(\.status) == [.modified])
    #expect(files.map(\.hunks) == [hunks])
  }

  @Test func `keeps names in UTF-8`() async throws {
    let files = try await changes(
      base: { try $0.write("a", "") }, head: { try $0.write("Größe/日本.swift", "let a = 1\n") })
    #expect(files.map(\.path) == ["Größe/日本.swift"])
  }

  @Test func `a pull request cannot declare its files binary`() async throws {
    let files = try await changes(
      base: { try $0.write("a.swift", "1\n") },
      head: { fixture in
        try fixture.write(".gitattributes", "*.swift binary -diff\n")
        try fixture.write("a.swift", "2\n")
      })
    #expect(files.map(\.isBinary) == [false, false])
  }
}
