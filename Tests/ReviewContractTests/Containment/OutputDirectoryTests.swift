// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

/// Results in a checkout whose commits contain symbolic links.
struct OutputDirectoryTests {
  /// A checkout, and a folder beside it with a file that must not change.
  private func withCheckout(
    marker: String? = ".git/HEAD", _ body: (ScratchDirectory, ScratchDirectory) throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let tree = try folder.folder("tree")
      let outside = try folder.folder("outside")
      try outside.write("kept", "kept")
      if let marker { try tree.write(marker, "") }
      try body(tree, outside)
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path.string) == ["kept"])
      #expect(try outside.text("kept") == "kept")
    }
  }

  private func link(_ name: String, in tree: ScratchDirectory, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: tree.path.appending(name).string, withDestinationPath: target)
  }

  @Test(arguments: [
    (".build", ".build/reviewbot", ".build"), (".build/reviewbot", ".build/reviewbot", ".build/reviewbot"),
    ("out", "out", "out"), ("out", "./out/", "out"), ("a/b", "a/b/c/d", "a/b"),
  ]) func `a folder behind a link of the checkout is refused`(name: String, output: String, shown: String) async throws
  {
    for target in ["../outside", "/tmp", "kept-inside"] {
      try await withCheckout { tree, outside in
        try tree.write("kept-inside/x", "")
        if name.contains("/") { _ = try tree.folder(FilePath(name).removingLastComponent().string) }
        let depth = name.split(separator: "/").count
        try link(
          name, in: tree, to: target.hasPrefix("..") ? String(repeating: "../", count: depth) + "outside" : target)
        for path in [FilePath(output), tree.path.pushing(FilePath(output))] {
          let error = #expect(throws: OutputDirectory.Failure.self) {
            try OutputDirectory(path, currentFolder: tree.path).open()
          }
          #expect(error?.description == "\"\(shown)\" is a symbolic link in the checkout \"\(tree.path)\"")
          #expect(error?.isLink == true)
        }
      }
    }
  }

  @Test func `a folder without links is created, and a link with the name of a file is replaced`() async throws {
    try await withCheckout { tree, outside in
      let directory = try OutputDirectory(".build/reviewbot", currentFolder: tree.path).open()
      try link(".build/reviewbot/report.json", in: tree, to: outside.path.appending("kept").string)
      try directory.write("{}".utf8, to: "report.json")
      #expect(try tree.text(".build/reviewbot/report.json") == "{}")
    }
  }

  @Test func `without git the current folder is the checkout`() async throws {
    try await withCheckout(marker: nil) { tree, outside in
      try link("out", in: tree, to: "../outside")
      #expect(throws: OutputDirectory.Failure.self) { try OutputDirectory("out", currentFolder: tree.path).open() }
    }
  }

  @Test func `the outermost checkout counts, and worktrees are checkouts`() async throws {
    try await withCheckout(marker: ".git") { tree, outside in
      // A link to a directory that looks like another checkout.
      try tree.write("inner/.git", "")
      try link("inner/out", in: tree, to: "../../outside")
      try link("other", in: tree, to: "inner")
      for path in ["inner/out/x", "other/y"] {
        #expect(throws: OutputDirectory.Failure.self) {
          try OutputDirectory(FilePath(path), currentFolder: tree.path.appending("inner").removingLastComponent())
            .open()
        }
      }
    }
  }

  @Test func `a link of the host on the way to the checkout, or outside of it, is followed`() async throws {
    try await withScratchDirectory { folder in
      let tree = try folder.folder("tree")
      try tree.write(".git/HEAD", "")
      _ = try folder.folder("reports")
      try link("link", in: folder, to: "tree")
      try link("linked-reports", in: folder, to: "reports")
      let inside = folder.path.appending("link").appending("out")
      try OutputDirectory(inside, currentFolder: tree.path).open().write("1".utf8, to: "a")
      let outside = folder.path.appending("linked-reports").appending("new")
      try OutputDirectory(outside, currentFolder: tree.path).open().write("2".utf8, to: "b")
      #expect(try tree.text("out/a") == "1")
      #expect(try folder.text("reports/new/b") == "2")
    }
  }

  @Test func `a file is written without following links of the checkout`() async throws {
    try await withCheckout { tree, outside in
      try link("out", in: tree, to: "../outside")
      try link("file", in: tree, to: "../outside/kept")
      let error = #expect(throws: OutputDirectory.Failure.self) {
        try OutputDirectory.write(Data("x".utf8), to: tree.path.pushing("out/x"))
      }
      #expect(error?.isLink == true)
      try OutputDirectory.write(Data("x".utf8), to: tree.path.appending("file"))
      #expect(try tree.text("file") == "x")
    }
  }
}
