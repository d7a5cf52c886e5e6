// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HostileText
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct CheckingOutTests {
  private func kind(_ path: FilePath) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path.string)[.type] as? FileAttributeType
  }

  @Test func `files are checked out exactly as git stores them`() async throws {
    try await withReviewedRepository(
      base: { try $0.write("a.swift", "let a = 1\n") },
      head: { fixture in
        try fixture.write("crlf.txt", "a\r\nb\r\n")
        try fixture.write(".gitattributes", "*.txt text eol=lf\n*.id ident\n* filter=lfs\n")
        try fixture.write("x.id", "$Id$\n")
        try fixture.write("bin/tool", "#!/bin/sh\n")
        let folder = fixture.folder.path
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: folder.appending("bin/tool").string)
        try FileManager.default.createSymbolicLink(
          atPath: folder.appending("link").string, withDestinationPath: "../outside")
        try fixture.git("update-index", "--add", "--cacheinfo", "160000,\(fixture.id("HEAD")),module")
        _ = try fixture.folder.folder("module")
        // Committed without the attributes, so that git stores the bytes as they are.
        try fixture.git("-c", "core.attributesFile=/dev/null", "add", "bin", "link", "a.swift", ".gitattributes")
        let blob = try fixture.git("hash-object", "-w", "--no-filters", "crlf.txt")
          .trimmingCharacters(in: .whitespacesAndNewlines)
        try fixture.git("update-index", "--add", "--cacheinfo", "100644,\(blob),crlf.txt")
        try fixture.git("add", "x.id")
        try fixture.git("commit", "--quiet", "-m", "all")
      }
    ) { repository in
      try repository.fixture.git("update-ref", "refs/pull/7/head", "change~1")
      let root = try await repository.review().root
      let folder = ScratchDirectory(path: root)
      #expect(try folder.text("crlf.txt") == "a\r\nb\r\n")
      #expect(try folder.text("x.id") == "$Id$\n")
      #expect(try folder.text("a.swift") == "let a = 1\n")
      #expect(FileManager.default.isExecutableFile(atPath: root.appending("bin/tool").string))
      #expect(!FileManager.default.isExecutableFile(atPath: root.appending("a.swift").string))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: root.appending("link").string) == "../outside")
      #expect(try kind(root.appending("module")) == .typeDirectory)
      #expect(try FileManager.default.contentsOfDirectory(atPath: root.appending("module").string) == [])
      #expect(!folder.exists(".git"))
    }
  }

  @Test(arguments: [
    ".git", ".GIT", ".Git", "git~1", "GIT~1", "..", ".", ".git.", ".git ", ".git::$INDEX_ALLOCATION",
    ".g\u{200c}it", ".git\\config", "GIT~1\\hooks", "../x", "a/b", "/etc",
  ])
  func `refuses hostile names before it writes anything`(name: String) async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("hostile\n")
      try raw.openPullRequest(raw.tree([.file(name, blob)]))
      let file = await failure { try await repository.review() }
      #expect(file?.code == .unsafeContent)
      #expect(file?.message.contains(HostileText(name).line()) == true, "\(file?.description ?? "")")

      let inner = try raw.tree([.file("config", blob)])
      try raw.openPullRequest(raw.tree([.folder("Sources", raw.tree([.folder(name, inner)]))]))
      let folder = await failure { try await repository.review() }
      #expect(folder?.code == .unsafeContent)
      #expect(repository.checkouts.isEmpty)
    }
  }

  @Test func `an error about a hostile name is one line`() async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      try raw.openPullRequest(raw.tree([.file("a/\n::error::b\u{1b}[2J", raw.blob("hostile\n"))]))
      let error = await failure { try await repository.review() }
      let message = try #require(error?.message)
      #expect(message.hasSuffix(" has a name with a slash"))
      #expect(!message.contains { $0.isNewline || $0 == "\u{1b}" })
    }
  }

  @Test func `refuses a folder that has a name twice`() async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("/etc")
      let inner = try raw.tree([.file("passwd", blob)])
      let link = RawTree.Entry(mode: "120000", name: Array("a".utf8), id: blob)
      try raw.openPullRequest(raw.tree([link, .folder("a", inner)]))
      #expect(await failure { try await repository.review() }?.code == .unsafeContent)
    }
  }

  @Test(arguments: [
    (WorkspaceLimits(entries: 1), "it has more than 1 files and folders"),
    (WorkspaceLimits(treeBytes: 19), "it has more than 19 bytes"),
    (WorkspaceLimits(depth: 1), "its folders are more than 1 levels deep, as in Sources/"),
  ])
  func `a tree that exceeds a limit is rejected`(limits: WorkspaceLimits, reason: String) async throws {
    try await withReviewedRepository(head: { try $0.write("Sources/b.swift", "let b = 2\n") }) { repository in
      let error = await failure { try await repository.review(limits: limits) }
      #expect(error?.code == .tooLarge)
      #expect(error?.message == "the tree is not checked out: \(reason)")
      #expect(repository.checkouts.isEmpty)
      let enough = WorkspaceLimits(entries: 3, treeBytes: 20, depth: 2)
      let result = try await repository.review(limits: enough)
      #expect(result.changes.files.count == 1)
    }
  }

  @Test func `reads the configuration of both sides`() async throws {
    try await withReviewedRepository(
      base: { try $0.write(".reviewbot.yml", "version: 1\n") },
      head: { try $0.write(".reviewbot.yml", "version: 2\n") }
    ) { repository in
      let workspace = try await repository.review()
      #expect(workspace.baseConfiguration == "version: 1\n")
      #expect(workspace.mergeBaseConfiguration == "version: 1\n")
      #expect(workspace.headConfiguration == "version: 2\n")
      #expect(workspace.notes == [])
    }
  }

  @Test func `reads SwiftLint's configurations of the base, in folders too`() async throws {
    try await withReviewedRepository(
      base: { fixture in
        try fixture.write(".swiftlint.yml", "strict: true\n")
        try fixture.write("Tests/Deep/.swiftlint.yml", "lenient: true\n")
        try fixture.write("ci/swiftlint-base.yaml", "strict: false\n")
        try fixture.write("ci/other.yml", "a: 1\n")
        try fixture.write("large.swiftlint.yml", String(repeating: "#", count: 65_537))
        try FileManager.default.createSymbolicLink(
          atPath: fixture.folder.path.appending("link-swiftlint.yml").string, withDestinationPath: "/etc/passwd")
      },
      head: { try $0.write(".swiftlint.yml", "disabled_rules: [all]\n") }
    ) { repository in
      let workspace = try await repository.review()
      #expect(
        workspace.baseLintFiles == [
          ".swiftlint.yml": "strict: true\n", "Tests/Deep/.swiftlint.yml": "lenient: true\n",
          "ci/swiftlint-base.yaml": "strict: false\n",
        ])
    }
  }

  @Test func `files that linter configurations of the base refer to are read`() async throws {
    try await withReviewedRepository(
      base: { fixture in
        try fixture.write(".reviewbot.yml", "version: 1\nlint: {baseline: known.json, swiftlint: ci/lint.yml}\n")
        try fixture.write("ci/lint.yml", "parent_config: ../shared/parent.yml # all\nchild_config: '/etc/passwd'\n")
        try fixture.write("shared/parent.yml", "baseline: ../../outside.json\nstrict: true\n")
        try fixture.write("known.json", "[]")
        for index in 0..<64 { try fixture.write("many/\(index)/.swiftlint.yml", "strict: true\n") }
      },
      head: { try $0.write("a.txt", "a\n") }
    ) { repository in
      let workspace = try await repository.review()
      let named = workspace.baseLintFiles.keys.filter { !$0.hasPrefix("many/") }
      #expect(named.sorted() == ["ci/lint.yml", "known.json", "shared/parent.yml"])
      #expect(workspace.notes == [])
    }
  }

  @Test func `old versions of changed Swift files are read unless they are too large`() async throws {
    try await withReviewedRepository(
      base: { fixture in
        try fixture.write("Sources/a.swift", "let a = 1\n")
        try fixture.write("Sources/old.swift", "let renamed = 1\nlet b = 2\nlet c = 3\n")
        try fixture.write("Sources/large.swift", String(repeating: "// a\n", count: 420_000))
        try fixture.write("a.txt", "a\n")
        for index in 0..<65 { try fixture.write("many/\(index)/.swiftlint.yml", "strict: true\n") }
      },
      head: { fixture in
        try fixture.write("Sources/a.swift", "let a = 2\n")
        try fixture.git("mv", "Sources/old.swift", "Sources/new.swift")
        try fixture.write("Sources/large.swift", String(repeating: "// a\n", count: 420_001))
        try fixture.write("a.txt", "b\n")
        try fixture.write("b.swift", "let b = 1\n")
      }
    ) { repository in
      let workspace = try await repository.review()
      let old = try #require(workspace.oldFiles)
      let texts = workspace.changes.files.map { old.bytes(of: $0).map { String(decoding: $0, as: UTF8.self) } }
      #expect(
        workspace.changes.files.map(\.path) == [
          "Sources/a.swift", "Sources/large.swift", "Sources/new.swift", "a.txt", "b.swift",
        ])
      #expect(texts == ["let a = 1\n", nil, "let renamed = 1\nlet b = 2\nlet c = 3\n", nil, nil])
      #expect(
        workspace.notes == [
          "the base has more configurations of linters than the 64 that are read, or too many files"
        ])
    }
  }

  @Test func `a configuration that is a link or too large is ignored`() async throws {
    try await withReviewedRepository(
      base: { try $0.write(".reviewbot.yml", String(repeating: "#", count: 65_537)) },
      head: { fixture in
        let path = fixture.folder.path.appending(".reviewbot.yml").string
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
      }
    ) { repository in
      let workspace = try await repository.review()
      #expect(workspace.baseConfiguration == nil)
      #expect(workspace.headConfiguration == nil)
      #expect(
        workspace.notes == [
          ".reviewbot.yml of the base has 65537 bytes, more than the 65536 that are read and is ignored",
          ".reviewbot.yml of the head is not a regular file and is ignored",
        ])
    }
  }

  @Test func `a configuration with the extension yaml is ignored and noted`() async throws {
    try await withReviewedRepository(
      base: { try $0.write(".reviewbot.yaml", "version: 1\n") },
      head: { try $0.write(".reviewbot.yml", "version: 1\n") }
    ) { repository in
      let workspace = try await repository.review()
      #expect(workspace.baseConfiguration == nil)
      #expect(workspace.notes == [".reviewbot.yaml of the base is ignored: rename it to .reviewbot.yml"])
    }
  }

  @Test func `a failed write for lack of space is reported as a full disk`() {
    let error = GitFailure(
      code: -1, category: 2, message: "failed to write pack: \(String(cString: strerror(ENOSPC)))"
    ).workspaceError("fetch")
    #expect(error.code == .diskFull)
    #expect(error.remedy != nil)
  }
}
