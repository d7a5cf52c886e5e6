// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Commands

struct LintPathsTests {
  private static let changes = ChangeSet(
    files: ["A/a.swift", "A/b.swift", "AB/c.swift", "d.swift"].map { ChangedFile(path: $0, status: .added) })

  private func withTree(_ body: (ScratchDirectory) throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let tree = try folder.folder("tree")
      for file in Self.changes.files { try tree.write(file.path, "") }
      try folder.write("outside.swift", "")
      try body(tree)
    }
  }

  @Test(arguments: [
    ([], "", ["A/a.swift", "A/b.swift", "AB/c.swift", "d.swift"]), (["."], "A", ["A/a.swift", "A/b.swift"]),
    (["A"], "", ["A/a.swift", "A/b.swift"]), (["A/"], "", ["A/a.swift", "A/b.swift"]),
    (["../d.swift", "b.swift"], "A", ["A/b.swift", "d.swift"]),
    (["."], "", ["A/a.swift", "A/b.swift", "AB/c.swift", "d.swift"]),
  ]) func `files and folders are selected by path`(paths: [String], folder: String, selected: [String]) async throws {
    try await withTree { tree in
      let current = tree.path.pushing(FilePath(folder))
      let found = try LintPaths(paths, currentFolder: current, root: tree.path).select(from: Self.changes)
      #expect(found.files.map(\.path) == selected)
    }
  }

  @Test(arguments: ["gone.swift", "..", "../outside.swift", "/"])
  func `paths that do not exist or are outside are rejected`(path: String) async throws {
    try await withTree { tree in
      #expect(throws: UsageError.self) { try LintPaths([path], currentFolder: tree.path, root: tree.path) }
    }
  }

  @Test func `a link to the working tree is followed`() async throws {
    try await withTree { tree in
      let link = tree.path.removingLastComponent().appending("link")
      try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: tree.path.string)
      let found = try LintPaths(["A"], currentFolder: link, root: tree.path).select(from: Self.changes)
      #expect(found.files.map(\.path) == ["A/a.swift", "A/b.swift"])
    }
  }
}
