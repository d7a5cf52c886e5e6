// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Findings
@testable import ReviewContract

struct CommittedSourcesTests {
  private static let texts = [
    "Package.swift": "// swift-tools-version: 6.0\n", "Sources/A/One.swift": "let one = 1\n",
    "Sources/A/Two.swift": "let two = 2\n", "Tests/T.swift": "", "tool.sh": "#!/bin/sh\n",
  ]

  /// A checkout as git makes one, with its listing.
  private struct Checkout {
    let folder: ScratchDirectory
    let sources: CommittedSources

    var root: FilePath { folder.path.appending("checkout") }

    func write(_ path: String, _ text: String) throws { try folder.write("checkout/\(path)", text) }
    func text(_ path: String) throws -> String { try folder.text("checkout/\(path)") }
    func path(_ path: String) -> String { root.pushing(FilePath(path)).string }
  }

  private func withCheckout(_ body: (Checkout) throws -> Void) async throws {
    try await withScratchDirectory { folder in
      var files: [CommittedFile] = []
      for (path, text) in Self.texts {
        try folder.write("checkout/\(path)", text)
        let kind: CommittedFile.Kind = path == "tool.sh" ? .executable : .file
        if kind == .executable { chmod(folder.path.appending("checkout/tool.sh").string, 0o755) }
        files.append(CommittedFile(path: path, kind: kind, blob: BlobDigest.id(of: Array(text.utf8))))
      }
      symlink("Sources/A/One.swift", folder.path.appending("checkout/link").string)
      files.append(CommittedFile(path: "link", kind: .link, blob: BlobDigest.id(of: Array("Sources/A/One.swift".utf8))))
      let listing = folder.path.appending("commit/files")
      try CommitListing.write(files, to: listing)
      let sources = try CommittedSources(
        folder.path.appending("checkout"), listing: listing, archive: folder.path.appending("archive"))
      try sources.keep()
      try body(Checkout(folder: folder, sources: sources))
    }
  }

  private func changes(
    modified: [String] = [], removed: [String] = [], added: [String] = []
  ) -> SourceChanges {
    var changes = SourceChanges()
    changes.modified = modified
    changes.removed = removed
    changes.added = added
    return changes
  }

  @Test func `a blob has the id that git gives it`() {
    // Of `git hash-object`, for an empty file and for one line.
    #expect(BlobDigest.id(of: []) == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
    #expect(BlobDigest.id(of: Array("test content\n".utf8)) == "d670460b4b4aece5915caf5c68d12f560a9fe3e4")
  }

  @Test func `an unchanged checkout has no changes, whatever is in a build folder`() async throws {
    try await withCheckout { checkout in
      try checkout.write(".build/debug/A.o", "object")
      try checkout.write("Sources/A/.build/x", "object")
      #expect(try checkout.sources.changes() == changes())
      // The same contents, written again.
      try checkout.write("Sources/A/One.swift", "let one = 1\n")
      #expect(try checkout.sources.changes() == changes())
    }
  }

  @Test func `other contents are found although size and modification time are the same`() async throws {
    try await withCheckout { checkout in
      let path = checkout.path("Sources/A/One.swift")
      var before = stat()
      lstat(path, &before)
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      try file.write(contentsOf: Data("let one = 7\n".utf8))
      try file.close()
      var times = [before.st_atim, before.st_mtim]
      utimensat(AT_FDCWD, path, &times, 0)
      #expect(try checkout.sources.changes() == changes(modified: ["Sources/A/One.swift"]))
    }
  }

  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    var modified: [String] = []
    var removed: [String] = []
    var added: [String] = []
  }

  private static let all = ["Sources/A/One.swift", "Sources/A/Two.swift"]
  private static let kinds = [
    Change(testDescription: "contents", script: "echo x >Sources/A/One.swift", modified: ["Sources/A/One.swift"]),
    Change(
      testDescription: "replaced", script: "echo x >n; mv n Sources/A/One.swift", modified: ["Sources/A/One.swift"]),
    Change(testDescription: "removed", script: "rm Sources/A/One.swift", removed: ["Sources/A/One.swift"]),
    Change(testDescription: "a new file", script: "echo x >Sources/A/New.swift", added: ["Sources/A/New.swift"]),
    Change(
      testDescription: "a new directory", script: "mkdir -p Sources/B/C; echo x >Sources/B/C/d", added: ["Sources/B"]),
    Change(
      testDescription: "a link instead of a file", script: "ln -sf /etc/passwd Sources/A/One.swift",
      modified: ["Sources/A/One.swift"]),
    Change(
      testDescription: "a directory instead of a file", script: "rm tool.sh; mkdir tool.sh; echo x >tool.sh/x",
      modified: ["tool.sh"]),
    Change(
      testDescription: "a link instead of a directory", script: "mv Sources/A Other; ln -s ../Other Sources/A",
      removed: all, added: ["Other", "Sources/A"]),
    Change(
      testDescription: "a file instead of a directory", script: "rm -r Sources; echo x >Sources", removed: all,
      added: ["Sources"]),
    Change(testDescription: "another target of a link", script: "ln -sfn tool.sh link", modified: ["link"]),
    Change(testDescription: "not executable", script: "chmod -x tool.sh", modified: ["tool.sh"]),
    Change(testDescription: "executable", script: "chmod +x Package.swift", modified: ["Package.swift"]),
    Change(
      testDescription: "a name that is not UTF-8", script: #"touch "$(printf 'Sources/A/\344.swift')""#,
      added: [#"Sources/A/\xE4.swift"#]),
    Change(testDescription: "a link to a file", script: "ln Sources/A/One.swift hard", added: ["hard"]),
    Change(
      testDescription: "a directory without permissions", script: "echo x >Sources/A/One.swift; chmod 0 Sources/A",
      modified: ["Sources/A/One.swift"]),
    Change(testDescription: "a pipe", script: "rm Tests/T.swift; mkfifo Tests/T.swift", modified: ["Tests/T.swift"]),
  ]

  @Test(arguments: kinds) func `each kind of change is found, and restored`(change: Change) async throws {
    try await withCheckout { checkout in
      try FinishedCommand.output(of: ["sh", "-ec", "cd '\(checkout.root)'; \(change.script)"])
      let expected = changes(modified: change.modified, removed: change.removed, added: change.added)
      #expect(try checkout.sources.changes() == expected)
      #expect(try checkout.sources.restore() == expected)
      #expect(try checkout.sources.changes() == changes())
      for (path, text) in Self.texts { #expect(try checkout.text(path) == text) }
      #expect(FileManager.default.isExecutableFile(atPath: checkout.path("tool.sh")))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: checkout.path("link")) == "Sources/A/One.swift")
    }
  }

  @Test func `files that the setup made are accepted, and their changes are found`() async throws {
    try await withCheckout { checkout in
      try checkout.write("Sources/Generated/Made.swift", "let made = 1\n")
      try checkout.sources.acceptOthers()
      #expect(try checkout.sources.changes() == changes())
      try checkout.write("Sources/Generated/Made.swift", "let made = 7\n")
      try checkout.write("Sources/Generated/More.swift", "let more = 1\n")
      let both = changes(added: ["Sources/Generated/Made.swift", "Sources/Generated/More.swift"])
      #expect(try checkout.sources.restore() == both)
      // What the setup made cannot be restored, and stays; what came after it is removed.
      #expect(try checkout.sources.changes() == changes(added: ["Sources/Generated/Made.swift"]))
      _ = try checkout.sources.restore(removingOthers: true)
      #expect(!checkout.folder.exists("checkout/Sources/Generated"))
    }
  }

  @Test func `paths that a build may write are not compared, and are restored afterwards`() async throws {
    try await withCheckout { checkout in
      try checkout.write("Sources/A/One.swift", "let one = 7\n")
      try checkout.write("Sources/A/New.swift", "let new = 7\n")
      try checkout.write("Sources/B.swift", "let b = 7\n")
      #expect(try checkout.sources.changes(ignoring: ["Sources/A"]) == changes(added: ["Sources/B.swift"]))
      _ = try checkout.sources.restore()
      #expect(try checkout.sources.changes() == changes())
    }
  }

  @Test func `after a merge the checkout is compared with the files of the merge`() async throws {
    try await withCheckout { checkout in
      try checkout.folder.write("merge/Sources/A/One.swift", "let one = 11\n")
      try checkout.folder.write("merge/Sources/C/New.swift", "let new = 1\n")
      let overlay = MergeOverlay(
        tree: try #require(CommitID(String(repeating: "a", count: 40))),
        folder: checkout.folder.path.appending("merge"),
        written: ["Sources/A/One.swift", "Sources/C/New.swift"], removed: ["tool.sh"])
      try checkout.sources.apply(overlay)
      #expect(
        try checkout.sources.restore()
          == changes(modified: ["Sources/A/One.swift"], removed: ["Sources/C/New.swift"], added: ["tool.sh"]))
      #expect(try checkout.text("Sources/A/One.swift") == "let one = 11\n")
      #expect(try checkout.text("Sources/C/New.swift") == "let new = 1\n")
      #expect(!checkout.folder.exists("checkout/tool.sh"))
    }
  }

  @Test func `a checkout that is not the commit cannot be kept`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("checkout/a", "other")
      let listing = folder.path.appending("commit/files")
      try CommitListing.write(
        [CommittedFile(path: "a", kind: .file, blob: BlobDigest.id(of: Array("text".utf8)))], to: listing)
      let sources = try CommittedSources(
        folder.path.appending("checkout"), listing: listing, archive: folder.path.appending("archive"))
      #expect(throws: CommittedSources.Changed.self) { try sources.keep() }
    }
  }

  @Test func `a damaged listing is an error`() async throws {
    try await withScratchDirectory { folder in
      for text in ["100644", "100644 abc", "040000 abc d", "x"] {
        try folder.write("commit/files", text)
        #expect(throws: (any Error).self) { try CommitListing.read(folder.path.appending("commit/files")) }
      }
    }
  }
}
