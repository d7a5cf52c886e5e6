// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewWorker

struct MergedWorkspaceTests {
  private func overlay(_ folder: ScratchDirectory, written: [String], removed: [String] = []) throws -> MergeOverlay {
    let tree = try #require(CommitID(String(repeating: "a", count: 40)))
    return MergeOverlay(tree: tree, folder: folder.path, written: written, removed: removed)
  }

  @Test func `files are written, replaced and removed, and others are unchanged`() async throws {
    try await withScratchDirectory { folder in
      let root = try folder.folder("root")
      let merge = try folder.folder("merge")
      for name in ["same.swift", "old.swift", "gone.swift"] { try root.write(name, "head") }
      let before = try FileManager.default.attributesOfItem(atPath: root.path.appending("same.swift").string)
      try merge.write("old.swift", "merge")
      try merge.write("A/B/new.swift", "merge")
      let overlay = try overlay(
        merge, written: ["A/B/new.swift", "old.swift"], removed: ["gone.swift", "never/was.swift"])
      try MergedWorkspace(root: root.path, overlay: overlay).apply()
      #expect(try root.text("same.swift") == "head")
      #expect(try root.text("old.swift") == "merge")
      #expect(try root.text("A/B/new.swift") == "merge")
      #expect(!root.exists("gone.swift"))
      let after = try FileManager.default.attributesOfItem(atPath: root.path.appending("same.swift").string)
      #expect(after[.modificationDate] as? Date == before[.modificationDate] as? Date)
    }
  }

  @Test func `a link itself is replaced, and a link in place of a folder is not followed`() async throws {
    try await withScratchDirectory { folder in
      let root = try folder.folder("root")
      let merge = try folder.folder("merge")
      try folder.write("outside/file.swift", "outside")
      let manager = FileManager.default
      try manager.createSymbolicLink(
        atPath: root.path.appending("link.swift").string, withDestinationPath: "../outside/file.swift")
      try merge.write("link.swift", "merge")
      try MergedWorkspace(root: root.path, overlay: overlay(merge, written: ["link.swift"])).apply()
      #expect(try root.text("link.swift") == "merge")
      #expect(try folder.text("outside/file.swift") == "outside")

      try manager.createSymbolicLink(atPath: root.path.appending("A").string, withDestinationPath: "../outside")
      try merge.write("A/file.swift", "merge")
      #expect(throws: MergedWorkspace.Failure.self) {
        try MergedWorkspace(root: root.path, overlay: overlay(merge, written: ["A/file.swift"])).apply()
      }
      #expect(throws: MergedWorkspace.Failure.self) {
        try MergedWorkspace(root: root.path, overlay: overlay(merge, written: [], removed: ["A/file.swift"])).apply()
      }
      #expect(try folder.text("outside/file.swift") == "outside")
    }
  }
}
