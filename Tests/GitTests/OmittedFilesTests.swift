// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

/// File names that are possible in a tree but not in a checkout.
struct OmittedFilesTests {
  struct Odd: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let name: [UInt8]
    let shown: String
    let reason: OmittedFile.Reason
  }

  private static let all = [
    Odd(testDescription: "backslash", name: Array("a\\b".utf8), shown: "a\\b", reason: .backslash),
    Odd(testDescription: "backslash out", name: Array("..\\x".utf8), shown: "..\\x", reason: .backslash),
    Odd(
      testDescription: "not UTF-8", name: Array("gr".utf8) + [0xf6] + Array("e-é".utf8), shown: #"gr\xF6e-é"#,
      reason: .notUTF8),
    Odd(
      testDescription: "too long", name: Array(repeating: UInt8(ascii: "x"), count: 256),
      shown: String(repeating: "x", count: 256), reason: .tooLong),
    Odd(
      testDescription: "backslash and not UTF-8", name: [UInt8(ascii: "\\"), 0xff], shown: #"\\\xFF"#,
      reason: .backslash),
  ]

  private func entry(_ name: [UInt8], _ id: String, mode: String = "100644") -> RawTree.Entry {
    RawTree.Entry(mode: mode, name: name, id: id)
  }

  /// Returns the paths of all entries of a checkout.
  private func paths(in workspace: Workspace) -> [String] {
    let all = FileManager.default.enumerator(atPath: workspace.root.string)?.allObjects as? [String] ?? []
    return all.sorted()
  }

  private func move(_ repository: ReviewedRepository, to entries: [RawTree.Entry]) throws {
    let raw = RawTree(fixture: repository.fixture)
    let commit = try repository.fixture.git("commit-tree", raw.tree(entries), "-p", "main", "-m", "tip")
    try repository.fixture.git("update-ref", "refs/heads/main", commit.trimmingCharacters(in: .newlines))
  }

  @Test(arguments: all)
  func `a file with an unsupported name is omitted and listed, and the rest is checked out`(odd: Odd) async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("text\n")
      try raw.openPullRequest(raw.tree([.file("a.swift", blob), entry(odd.name, blob)]))
      let workspace = try await repository.review()
      #expect(paths(in: workspace) == ["a.swift"])
      #expect(
        workspace.omitted == OmittedFiles([OmittedFile(path: odd.shown, reason: odd.reason, isInChange: true)]))
      let changed = try #require(workspace.changes.files.first { $0.path == odd.shown })
      #expect(changed.status == .added)
      #expect(!changed.hasText, "there is nothing to look into")
      #expect(workspace.notes == [])
    }
  }

  @Test(arguments: all)
  func `all files below a directory with an unsupported name are omitted`(odd: Odd) async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("text\n")
      let module = entry(Array("module".utf8), try repository.fixture.id("main").hex, mode: "160000")
      let link = entry(Array("link".utf8), blob, mode: "120000")
      let inner = try raw.tree([.file("inner.swift", blob), link, module])
      try raw.openPullRequest(raw.tree([.file("a.swift", blob), entry(odd.name, inner, mode: "40000")]))
      let workspace = try await repository.review()
      #expect(paths(in: workspace) == ["a.swift"])
      #expect(workspace.omitted.named.map(\.path) == ["inner.swift", "link", "module"].map { "\(odd.shown)/\($0)" })
      #expect(workspace.omitted.named.allSatisfy { $0.reason == odd.reason && $0.isInChange })
    }
  }

  @Test func `a path that is too long is omitted, but the directories above it that contain other files are not`()
    async throws
  {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("text\n")
      let name = String(repeating: "d", count: 250)
      var id = try raw.tree([.file("f", blob)])
      for _ in 0..<20 { id = try raw.tree([.file("f", blob), .folder(name, id)]) }
      try raw.openPullRequest(raw.tree([.folder(name, id)]))
      let workspace = try await repository.review()
      let longest = repository.settings().longestPath
      let written = paths(in: workspace).filter { $0.hasSuffix("/f") }
      #expect(written.count == (longest - 1) / 251)
      #expect(workspace.omitted.count == 21 - written.count)
      #expect(workspace.omitted.named.allSatisfy { $0.reason == .tooLong && $0.path.count <= 301 })
    }
  }

  @Test func `a file with an unsupported name on the base is listed and does not stop the review`() async throws {
    try await withReviewedRepository { repository in
      let blob = try RawTree(fixture: repository.fixture).blob("let a = 1\n")
      try move(repository, to: [.file("a.swift", blob), .file("docs\\evil.md", blob)])
      let workspace = try await repository.review()
      #expect(workspace.merge == .sameAsHead)
      #expect(paths(in: workspace) == ["a.swift", "b.swift"])
      #expect(
        workspace.omitted
          == OmittedFiles([OmittedFile(path: "docs\\evil.md", reason: .backslash, isInChange: false)]))
      #expect(workspace.changes.files.map(\.path) == ["b.swift"])
    }
  }

  @Test func `files with unsupported names are not part of the merge`() async throws {
    try await withReviewedRepository(base: { fixture in
      try fixture.write("a.swift", "let a = 1\n")
      try fixture.write("x\\y", "old\n")
    }) { repository in
      let blob = try RawTree(fixture: repository.fixture).blob("let a = 2\n")
      try move(repository, to: [.file("a.swift", blob), entry([0xff], blob), .file("new\\name", blob)])
      let workspace = try await repository.review()
      let overlay = try #require(workspace.merge.overlay)
      #expect(overlay.written == ["a.swift"])
      #expect(overlay.removed == [])
      #expect(Set(workspace.omitted.named.map(\.path)) == ["x\\y", #"\xFF"#, "new\\name"])
      #expect(workspace.omitted.named.allSatisfy { !$0.isInChange })
    }
  }

  @Test func `omitted files of the change are listed first, and the list has a limit`() async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("text\n")
      let old = (100..<200).map { RawTree.Entry.file("a\\\($0)", blob) }
      try move(repository, to: old)
      try raw.openPullRequest(raw.tree(old + [.file("z\\new", blob)]))
      let workspace = try await repository.review()
      #expect(workspace.omitted.count == 101)
      #expect(workspace.omitted.named.count == OmittedFiles.limit)
      #expect(workspace.omitted.named.first == OmittedFile(path: "z\\new", reason: .backslash, isInChange: true))
      #expect(workspace.omitted.named.count { $0.isInChange } == 1)
    }
  }

  @Test func `a submodule next to an unsupported name is an empty folder`() async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("text\n")
      let module = entry(Array("module".utf8), try repository.fixture.id("main").hex, mode: "160000")
      try raw.openPullRequest(raw.tree([.file("a\\b", blob), .file("f", blob), module]))
      #expect(paths(in: try await repository.review()) == ["f", "module"])
    }
  }

  @Test func `a committed build folder is omitted wherever it is, and named once`() async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("text\n")
      let many = try raw.tree((0..<60).map { "\($0).o" }.sorted().map { .file($0, blob) })
      let build = RawTree.Entry(mode: "40000", name: Array(".build".utf8), id: many)
      let sub = try raw.tree([build, .file("b.swift", blob)])
      try raw.openPullRequest(
        raw.tree([build, RawTree.Entry(mode: "40000", name: Array("Sub".utf8), id: sub), .file("a.swift", blob)]))
      let workspace = try await repository.review()
      #expect(paths(in: workspace) == ["Sub", "Sub/b.swift", "a.swift"])
      #expect(
        workspace.omitted.named
          == [".build", "Sub/.build"].map {
            OmittedFile(path: $0, reason: .buildDirectory, isInChange: true)
          })
      let findings = Finding.findings(about: workspace.omitted)
      #expect(findings.map(\.severity) == [.error, .error] && findings.allSatisfy(\.isInChange))
    }
  }

  @Test(arguments: ["120000", "100644"])
  func `a link or a file with the name of the build folder is omitted`(mode: String) async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("Sources")
      try raw.openPullRequest(
        raw.tree([RawTree.Entry(mode: mode, name: Array(".build".utf8), id: blob), .file("a.swift", blob)]))
      let workspace = try await repository.review()
      #expect(paths(in: workspace) == ["a.swift"])
      #expect(workspace.omitted.named.map(\.path) == [".build"])
    }
  }

  @Test func `the files of a checkout are listed with the ids of their blobs`() async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("text\n")
      try raw.openPullRequest(
        raw.tree([
          .file("a.swift", blob), RawTree.Entry(mode: "120000", name: Array("b".utf8), id: blob),
          RawTree.Entry(mode: "100755", name: Array("c".utf8), id: blob), entry([0x64, 0xff], blob),
        ]))
      let workspace = try await repository.review()
      let files = try CommitListing.read(try #require(workspace.listing))
      #expect(
        files == [
          CommittedFile(path: "a.swift", kind: .file, blob: blob), CommittedFile(path: "b", kind: .link, blob: blob),
          CommittedFile(path: "c", kind: .executable, blob: blob),
        ])
    }
  }
}
