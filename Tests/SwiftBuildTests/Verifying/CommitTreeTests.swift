// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

struct CommitTreeTests {
  /// The output of git for a commit and its trees.
  private static let script = """
    { echo HEAD; echo HEAD^{tree}; git ls-tree -r -d HEAD | sed -n 's/^[0-9]* tree \\([0-9a-f]*\\).*/\\1/p'
    } | git cat-file --batch
    """

  private func withCopy(_ body: (GitFixture, String, [UInt8]) throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("repository"))
      try git.write("Package.swift", "// swift-tools-version: 6.0\n")
      try git.write("Sources/A/One.swift", "let one = 1\n")
      try git.write("Sources/A/Deep/Two.swift", "let two = 2\n")
      try git.write("notes.txt", "a\nb\n")
      symlink("One.swift", git.folder.path.appending("Sources/A/Link.swift").string)
      try git.commit("pinned")
      let commit = try git.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
      let file = folder.path.appending("objects").string
      try FinishedCommand.output(of: ["sh", "-c", "cd '\(git.folder.path)'; \(Self.script) >'\(file)'"])
      try body(git, commit, Array(try Data(contentsOf: URL(fileURLWithPath: file))))
    }
  }

  private static func replacing(_ text: String, with other: String, in bytes: [UInt8]) -> [UInt8] {
    bytes.replacing(Array(text.utf8), with: Array(other.utf8))
  }

  @Test func `a working copy is compared with the objects of its commit`() async throws {
    try await withCopy { git, commit, output in
      let tree = try #require(CommitTree(of: commit, in: output))
      #expect(
        tree.files.keys.sorted() == [
          "Package.swift", "Sources/A/Deep/Two.swift", "Sources/A/Link.swift", "Sources/A/One.swift", "notes.txt",
        ])
      let copy = ContainedDirectory(git.folder.path)
      #expect(try tree.differences(in: copy).isEmpty)
      // As git writes it with `eol=crlf`.
      try git.write("notes.txt", "a\r\nb\r\n")
      #expect(try tree.differences(in: copy).isEmpty)
      try git.write("Sources/A/One.swift", "let one = 7\n")
      try git.write("Sources/A/New.swift", "let new = 7\n")
      try FileManager.default.removeItem(atPath: git.folder.path.appending("Sources/A/Deep").string)
      let changes = try tree.differences(in: copy)
      #expect(changes.modified == ["Sources/A/One.swift"])
      #expect(changes.added == ["Sources/A/New.swift"])
      #expect(changes.removed == ["Sources/A/Deep/Two.swift"])
    }
  }

  @Test func `objects that are not those of the commit are not accepted`() async throws {
    try await withCopy { _, commit, output in
      #expect(CommitTree(of: String(commit.reversed()), in: output) == nil)
      #expect(CommitTree(of: commit, in: []) == nil)
      #expect(CommitTree(of: commit, in: Array(output.dropLast(30))) == nil)
      #expect(CommitTree(of: commit, in: Self.replacing("pinned", with: "forged", in: output)) == nil)
      // The names that git prints are not trusted: only the contents identify an object.
      #expect(CommitTree(of: commit, in: Self.replacing("One.swift", with: "Two.swift", in: output)) == nil)
    }
  }

  @Test func `pins of all versions of the file are read`() throws {
    let first = #"""
      {"object": {"pins": [{"package": "Yams", "repositoryURL": "https://github.com/jpsim/Yams.git",
        "state": {"branch": null, "revision": "aa", "version": "6.2.2"}}]}, "version": 1}
      """#
    let second = #"""
      {"pins": [{"identity": "yams", "kind": "remoteSourceControl", "location": "https://github.com/jpsim/Yams",
        "state": {"revision": "bb"}}, {"identity": "mona.lib", "kind": "registry", "location": "",
        "state": {"version": "1.0.0"}}], "version": 3}
      """#
    let one = try #require(Pins(Array(first.utf8)))
    let two = try #require(Pins(Array(second.utf8)))
    #expect(one.revisions == ["yams": "aa"])
    #expect(two.revisions == ["yams": "bb", "mona.lib": nil])
    #expect(two.differences(from: one) == ["mona.lib", "yams"])
    #expect(Pins(Array("{}".utf8))?.revisions == [:])
    #expect(Pins(Array("no JSON".utf8)) == nil)
  }
}
