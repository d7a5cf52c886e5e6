// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct OddRepositoryTests {
  @Test func `an empty repository has no pull request`() async throws {
    try await withScratchDirectory { folder in
      let fixture = try GitFixture(in: folder.folder("origin"))
      let repository = ReviewedRepository(fixture: fixture, home: try folder.folder("home"))
      for url in [fixture.url, fixture.folder.path.string] {
        let error = await failure { try await repository.review(url: url) }
        #expect(error?.code == .missingPullRequest)
        #expect(error?.remedy == "check the number: the repository offers no refs/pull/7/head")
      }
    }
  }

  @Test func `a pull request without files has no changed files`() async throws {
    try await withReviewedRepository(base: { _ in }, head: { _ in }) { repository in
      let workspace = try await repository.review()
      #expect(workspace.changes.files == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.root.string) == [])
    }
  }

  @Test func `a pull request whose fork was deleted is reviewed`() async throws {
    try await withReviewedRepository { repository in
      let origin = repository.fixture
      let path = repository.home.path.appending("fork")
      try origin.git("clone", "--quiet", origin.folder.path.string, path.string)
      let fork = try GitFixture(in: ScratchDirectory(path: path))
      try fork.git("checkout", "--quiet", "-b", "idea")
      try fork.write("idea.swift", "let idea = 1\n")
      let head = try fork.commit("idea")
      // A forge does this when a pull request is opened.
      try origin.git("fetch", "--quiet", path.string, "+idea:refs/pull/7/head")
      try FileManager.default.removeItem(atPath: path.string)
      let workspace = try await repository.review()
      #expect(workspace.head == head)
      #expect(workspace.changes.files.map(\.path) == ["idea.swift"])
    }
  }

  @Test func `Git LFS pointers are checked out unchanged and noted`() async throws {
    let pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 12\n"
    try await withReviewedRepository(
      base: { try $0.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n") },
      head: { fixture in
        try fixture.write("model.bin", pointer)
        try fixture.git("-c", "filter.lfs.clean=cat", "-c", "filter.lfs.smudge=cat", "add", "model.bin")
      }
    ) { repository in
      let workspace = try await repository.review()
      #expect(try ScratchDirectory(path: workspace.root).text("model.bin") == pointer)
      #expect(workspace.changes.files.map(\.addedLines) == [[1...3]])
      #expect(workspace.notes == ["files in Git LFS are not fetched: the workspace contains their pointer files"])
    }
  }

  @Test func `a rename that changes only the case is listed as a rename`() async throws {
    try await withReviewedRepository(
      base: { try $0.write("shape.swift", "let shape = 1\n") },
      head: { try $0.git("mv", "shape.swift", "Shape.swift") }
    ) { repository in
      let workspace = try await repository.review()
      #expect(
        workspace.changes.files == [ChangedFile(path: "Shape.swift", oldPath: "shape.swift", status: .renamed)])
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.root.string) == ["Shape.swift"])
    }
  }

  @Test func `two names that differ in case alone are two files`() async throws {
    try await withReviewedRepository(
      base: { try $0.write("a.swift", "let a = 1\n") }, head: { try $0.write("A.swift", "let b = 2\n") }
    ) { repository in
      let workspace = try await repository.review()
      #expect(workspace.changes.files.map(\.path) == ["A.swift"])
      let folder = ScratchDirectory(path: workspace.root)
      #expect(try [folder.text("a.swift"), folder.text("A.swift")] == ["let a = 1\n", "let b = 2\n"])
    }
  }

  @Test(.thorough) func `finds three lines in a file of a million`() async throws {
    func text(_ line: (Int) -> String) -> String { (1...1_000_000).map { line($0) + "\n" }.joined() }
    try await withReviewedRepository(
      base: { try $0.write("large.swift", text { "let a\($0) = 1" }) },
      head: { fixture in
        try fixture.write(
          "large.swift",
          text { line in
            switch line {
            case 500_000: "let a500000 = 2"
            case 999_999: "  let a999999 = 1"
            default: "let a\(line) = 1"
            }
          } + "let last = 1")
      }
    ) { repository in
      let workspace = try await repository.review()
      let file = try #require(workspace.changes.files.first)
      #expect(file.addedLines == [500_000...500_000, 999_999...999_999, 1_000_001...1_000_001])
      #expect(file.newLines == [500_000...500_000, 1_000_001...1_000_001])
    }
  }

  @Test(.thorough) func `a change of two thousand files has the same lines and paths as in git`() async throws {
    func path(_ index: Int) -> String { "Sources/M\(index % 20)/f\(index).swift" }
    // The folders exist, so that each file is one system call.
    func write(_ index: Int, _ text: String, in fixture: GitFixture) throws {
      let isWritten = FileManager.default.createFile(
        atPath: "\(fixture.folder.path)/\(path(index))", contents: Data("let a\(index) = 1\n\(text)\n".utf8))
      try #require(isWritten)
    }
    try await withReviewedRepository(
      base: { fixture in
        for index in 0..<20 { _ = try fixture.folder.folder("Sources/M\(index)") }
        for index in 0..<2000 where !index.isMultiple(of: 4) { try write(index, "let b = 2", in: fixture) }
      },
      head: { fixture in
        for index in 0..<20 { _ = try fixture.folder.folder("Sources/M\(index)") }
        for index in 0..<2000 {
          if index % 4 == 1 {
            try fixture.remove(path(index))
          } else {
            try write(index, "let c = 3", in: fixture)
          }
        }
      }
    ) { repository in
      let workspace = try await repository.review()
      let files = workspace.changes.files
      #expect(files.count >= 1500)
      let git = try repository.fixture.git("diff", "--numstat", "--no-renames", "main", "refs/pull/7/head")
      let sums = git.split(separator: "\n").map { $0.split(separator: "\t") }
      // A rename removes the equal lines from both sides.
      let added = sums.reduce(0) { $0 + (Int($1[0]) ?? 0) }
      let removed = sums.reduce(0) { $0 + (Int($1[1]) ?? 0) }
      #expect(workspace.changes.addedLineCount - workspace.changes.removedLineCount == added - removed)
      #expect(sums.count == 2000)
      let paths = files.map(\.path) + files.compactMap(\.oldPath)
      #expect(Set(paths).count == 2000)
    }
  }
}
