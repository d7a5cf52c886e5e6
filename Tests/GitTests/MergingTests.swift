// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct MergingTests {
  private static let tenLines = (1...10).map { "line \($0)\n" }.joined()

  /// Checks the differences, and that they turn the head's checkout into git's merge.
  private func expect(
    written: [String] = [], removed: [String] = [],
    base: (GitFixture) throws -> Void = { try $0.write("a.swift", "let a = 1\n") },
    head: (GitFixture) throws -> Void = { try $0.write("b.swift", "let b = 2\n") },
    tip: (GitFixture) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await withMovedBase(base: base, head: head, tip: tip) { repository, workspace in
      let tree = try #require(try repository.gitsMerge(), sourceLocation: sourceLocation)
      let folder = FilePath(workspace.root.string + ".merge")
      #expect(
        workspace.merge
          == .differs(MergeOverlay(tree: tree, folder: folder, written: written, removed: removed)),
        sourceLocation: sourceLocation)
      let overlay = try #require(workspace.merge.overlay, sourceLocation: sourceLocation)
      let there = try FileManager.default.subpathsOfDirectory(atPath: folder.string).filter { path in
        try FileManager.default.attributesOfItem(atPath: folder.pushing(FilePath(path)).string)[.type]
          as? FileAttributeType != .typeDirectory
      }
      #expect(there.sorted() == written.sorted(), sourceLocation: sourceLocation)
      try overlay.apply(to: workspace.root)
      #expect(try repository.tree(of: workspace.root) == tree, sourceLocation: sourceLocation)
    }
  }

  @Test func `a merge with a base that has nothing new is the same as the head`() async throws {
    try await withReviewedRepository { repository in
      let workspace = try await repository.review()
      #expect(workspace.merge == .sameAsHead)
      #expect(repository.checkouts == [workspace.root.lastComponent?.string])
    }
  }

  @Test func `a merge with a base that has the same change is the same as the head`() async throws {
    try await withMovedBase(tip: { try $0.write("b.swift", "let b = 2\n") }) { repository, workspace in
      #expect(workspace.merge == .sameAsHead)
      #expect(repository.checkouts == [workspace.root.lastComponent?.string])
    }
  }

  @Test func `the overlay contains only the file that the base changed`() async throws {
    try await expect(
      written: ["a.swift"],
      base: { fixture in
        for name in ["a.swift", "c.swift", "d/e.swift"] { try fixture.write(name, "let x = 1\n") }
      },
      tip: { try $0.write("a.swift", "let a = 2\n") })
  }

  @Test func `the overlay lists the files that the base added, in order`() async throws {
    try await expect(
      written: ["B.swift", "a.txt", "a/z.swift", "Ü.swift"],
      tip: { fixture in
        for name in ["a/z.swift", "Ü.swift", "a.txt", "B.swift"] { try fixture.write(name, name) }
      })
  }

  @Test func `the overlay lists the file that the base deleted`() async throws {
    try await expect(
      removed: ["d/e.swift"],
      base: { fixture in
        for name in ["a.swift", "d/e.swift"] { try fixture.write(name, "let x = 1\n") }
      },
      tip: { try $0.git("rm", "--quiet", "d/e.swift") })
  }

  @Test func `keeps modes and links`() async throws {
    try await expect(
      written: ["link", "tool", "was-file"],
      base: { fixture in
        for name in ["tool", "was-file"] { try fixture.write(name, "#!/bin/sh\n") }
      },
      tip: { fixture in
        try fixture.makeExecutable("tool")
        try fixture.remove("was-file")
        try fixture.makeLink("was-file", to: "tool")
        try fixture.makeLink("link", to: "/nonexistent")
      })
  }

  @Test func `the base can replace a file by a folder, and a folder by a file`() async throws {
    try await expect(
      written: ["file/inner", "folder"], removed: ["file", "folder/inner"],
      base: { fixture in
        try fixture.write("file", "1\n")
        try fixture.write("folder/inner", "2\n")
      },
      tip: { fixture in
        try fixture.remove("file")
        try fixture.write("file/inner", "completely\ndifferent\n")
        try fixture.remove("folder")
        try fixture.write("folder", "something\nelse\n")
      })
  }

  @Test func `the overlay contains the bytes that git stores, regardless of attributes`() async throws {
    try await withMovedBase(tip: { fixture in
      try fixture.write("x.id", "$Id$\nend\n")
      try fixture.write(".gitattributes", "*.id ident text eol=crlf\n")
    }) { _, workspace in
      let overlay = try #require(workspace.merge.overlay)
      #expect(overlay.written == [".gitattributes", "x.id"])
      #expect(try ScratchDirectory(path: overlay.folder).text("x.id") == "$Id$\nend\n")
    }
  }

  @Test func `edits in different places of a file are merged`() async throws {
    try await expect(
      written: ["f"],
      base: { try $0.write("f", Self.tenLines) },
      head: { try $0.write("f", Self.tenLines.replacing("line 2", with: "two")) },
      tip: { try $0.write("f", Self.tenLines.replacing("line 9", with: "nine")) })
  }

  @Test func `an edit of the base is applied to the file that the head moved`() async throws {
    try await expect(
      written: ["new"],
      base: { try $0.write("old", Self.tenLines) },
      head: { try $0.git("mv", "old", "new") },
      tip: { try $0.write("old", Self.tenLines.replacing("line 7", with: "seven")) })
  }

  @Test func `an edit of the head is applied to the file that the base moved`() async throws {
    try await expect(
      written: ["new"], removed: ["old"],
      base: { try $0.write("old", Self.tenLines) },
      head: { try $0.write("old", Self.tenLines.replacing("line 7", with: "seven")) },
      tip: { try $0.git("mv", "old", "new") })
  }

  @Test func `the merge of a head that the base contains already is the base`() async throws {
    try await expect(
      written: ["c.swift"], removed: ["a.swift"],
      tip: { fixture in
        try fixture.git("merge", "--quiet", "--ff-only", "change")
        try fixture.git("rm", "--quiet", "a.swift")
        try fixture.write("c.swift", "let c = 3\nlet d = 4\n")
      })
  }

  @Test func `leaves submodules out`() async throws {
    try await withMovedBase(
      base: { try $0.write("becomes", "text\n") },
      tip: { fixture in
        try fixture.git("rm", "--quiet", "becomes")
        for name in ["becomes", "module"] { try fixture.addSubmodule(name) }
        try fixture.write("c.swift", "let c = 3\n")
      }
    ) { _, workspace in
      let overlay = try #require(workspace.merge.overlay)
      #expect(overlay.written == ["c.swift"])
      #expect(overlay.removed == ["becomes"])
    }
  }

  @Test func `a merge with a base that only adds a submodule is the same as the head`() async throws {
    try await withMovedBase(tip: { try $0.addSubmodule("module") }) { _, workspace in
      #expect(workspace.merge == .sameAsHead)
    }
  }
}
