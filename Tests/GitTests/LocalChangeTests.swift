// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct LocalChangeTests {
  private let source = LocalChangeSource()

  private func withRepository(_ body: (GitFixture) async throws -> Void) async throws {
    try await withScratchDirectory { folder in try await body(GitFixture(in: folder)) }
  }

  private static func added(_ path: String, lines: Int = 1) -> ChangedFile {
    ChangedFile(
      path: path, status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: lines)])
  }

  @Test func `commits and staged, unstaged and untracked files are one change`() async throws {
    try await withRepository { git in
      try git.write(".gitignore", "ignored\n")
      try git.write("f", "1\n2\n3\n4\n5\n6\n7\n8\n")
      let base = try git.commit("base")
      try git.git("checkout", "--quiet", "-b", "change")
      try git.write("f", "one\n2\n3\n4\n5\n6\n7\n8\n")
      try git.write("committed", "c\n")
      try git.commit("change")
      try git.write("f", "one\n2\n3\nfour\n5\n6\n7\n8\n")
      try git.write("staged", "s\n")
      try git.git("add", "f", "staged")
      try git.write("f", "one\n2\n3\nfour\n5\n6\n7\n8\nnine\n")
      try git.write("new/untracked", "u\nv\n")
      try git.write("ignored", "i\n")
      let change = try await source.localChange(around: git.folder.path, scope: .proposed)
      let edited = ChangedFile(
        path: "f", status: .modified,
        hunks: [
          Hunk(oldStart: 1, oldCount: 1, newStart: 1, newCount: 1),
          Hunk(oldStart: 4, oldCount: 1, newStart: 4, newCount: 1),
          Hunk(oldStart: 8, oldCount: 0, newStart: 9, newCount: 1),
        ])
      #expect(
        change
          == LocalChange(
            root: git.folder.path, mergeBase: base, baseName: "main",
            changes: ChangeSet(files: [
              Self.added("committed"), edited, Self.added("new/untracked", lines: 2), Self.added("staged"),
            ]), oldBlobs: ["f": try git.id("\(base):f")], commits: change.commits))
      #expect(change.commits?.commits.map(\.message) == ["change"])
    }
  }

  @Test func `finds the repository from a folder inside`() async throws {
    try await withRepository { git in
      try git.write("Sources/a", "1\n")
      try git.commit("base")
      let inner = git.folder.path.appending("Sources")
      let result = try await source.localChange(around: inner, scope: .proposed)
      #expect(result.root == git.folder.path)
    }
  }

  @Test func `on the base branch, uncommitted changes are listed`() async throws {
    try await withRepository { git in
      try git.write("a", "1\n")
      let head = try git.commit("base")
      try git.write("a", "2\n")
      let change = try await source.localChange(around: git.folder.path, scope: .proposed)
      #expect(change.mergeBase == head)
      #expect(change.changes.files.map(\.path) == ["a"])
    }
  }

  @Test func `the preferred base is the upstream of the branch`() async throws {
    try await withRepository { git in
      try git.write("a", "1\n")
      try git.commit("base")
      try git.git("checkout", "--quiet", "-b", "stacked")
      try git.write("b", "1\n")
      let stacked = try git.commit("stacked")
      try git.git("checkout", "--quiet", "-b", "top", "--track", "stacked")
      try git.write("c", "1\n")
      try git.commit("top")
      let change = try await source.localChange(around: git.folder.path, scope: .proposed)
      #expect(change.baseName == "stacked")
      #expect(change.mergeBase == stacked)
      #expect(change.changes.files.map(\.path) == ["c"])
    }
  }

  @Test func `the remote's main branch is preferred to the local one`() async throws {
    try await withRepository { git in
      let first = try git.commit("first")
      try git.commit("second")
      try git.git("update-ref", "refs/remotes/origin/main", first.hex)
      try git.git("checkout", "--quiet", "-b", "change")
      let change = try await source.localChange(around: git.folder.path, scope: .proposed)
      #expect(change.baseName == "origin/main")
      #expect(change.mergeBase == first)
    }
  }

  @Test func `the error for a missing base lists the names that were tried`() async throws {
    try await withRepository { git in
      try git.git("checkout", "--quiet", "-b", "trunk")
      try git.commit("first")
      let error = await failure { try await source.localChange(around: git.folder.path, scope: .proposed) }
      #expect(error?.code == .missingBase)
      #expect(
        error?.message.hasSuffix(
          "tried origin/HEAD, origin/main, origin/master, main, master") == true)
    }
  }

  @Test func `compares with a named revision, from its merge base`() async throws {
    try await withRepository { git in
      try git.write("a", "1\n")
      let base = try git.commit("base")
      try git.git("checkout", "--quiet", "-b", "other")
      try git.write("o", "1\n")
      try git.commit("other")
      try git.git("checkout", "--quiet", "--detach", "main")
      try git.write("b", "1\n")
      let change = try await source.localChange(around: git.folder.path, scope: .since("other"))
      #expect(
        change
          == LocalChange(
            root: git.folder.path, mergeBase: base, baseName: "other", changes: ChangeSet(files: [Self.added("b")]),
            commits: ProposedCommits([])))
    }
  }

  @Test func `a file that was moved without git is listed as renamed`() async throws {
    try await withRepository { git in
      try git.write("old", (1...10).map { "line \($0)\n" }.joined())
      try git.commit("base")
      let folder = git.folder.path
      try FileManager.default.moveItem(
        atPath: folder.appending("old").string, toPath: folder.appending("new").string)
      let change = try await source.localChange(around: folder, scope: .proposed)
      #expect(change.changes.files == [ChangedFile(path: "new", oldPath: "old", status: .renamed)])
    }
  }

  @Test func `the scope everything contains all lines of all files that are not ignored`() async throws {
    try await withRepository { git in
      try git.write(".gitignore", "ignored\n")
      try git.write("tracked", "1\n2\n")
      try git.commit("base")
      try git.write("tracked", "1\n2\n3\n")
      try git.write("untracked", "1\n")
      try git.write("ignored", "1\n")
      let change = try await source.localChange(around: git.folder.path, scope: .everything)
      #expect(
        change
          == LocalChange(
            root: git.folder.path, mergeBase: nil, baseName: nil,
            changes: ChangeSet(files: [
              Self.added(".gitignore"), Self.added("tracked", lines: 3), Self.added("untracked"),
            ])))
    }
  }

  @Test func `all files are the same as in the scope everything, without hunks`() async throws {
    try await withRepository { git in
      try git.write(".gitattributes", "*.dat -diff\n*.nul diff\n")
      try git.write(".gitignore", "ignored\n")
      let base = ["a.swift", "a.c", "a.txt", "a.dat", "a.nul", "binary.swift", "binary.c", "binary.txt", "ignored"]
      for name in base + ["modified.swift", "moved", "removed"] {
        let isBinary = name.hasPrefix("binary") || name.hasSuffix(".nul")
        try git.write(name, isBinary ? "let a = 1\u{0}\n" : "let a = 1\n")
      }
      try FileManager.default.createSymbolicLink(
        atPath: git.folder.path.appending("link.swift").string, withDestinationPath: "a.swift")
      try git.commit("base")
      try git.write("modified.swift", "let a = 1\rlet b = 2\n")
      try git.write("untracked.txt", "\u{0}")
      try git.write("untracked.swift", "\u{0}")
      try git.write("staged.txt", "1\n")
      try git.git("add", "staged.txt")
      try FileManager.default.removeItem(atPath: git.folder.path.appending("removed").string)
      try FileManager.default.moveItem(
        atPath: git.folder.path.appending("moved").string, toPath: git.folder.path.appending("elsewhere").string)
      let compared = try await source.localChange(around: git.folder.path, scope: .everything)
      let files = try await source.allFiles(around: git.folder.path)
      // The line ends are checked by the rules, which read the files.
      #expect(files.changes.files == compared.changes.files.map { $0.replacing(hunks: []).marking(unchecked: nil) })
      #expect(files.changes.files.filter(\.isBinary).map(\.path) == ["a.dat", "binary.txt", "untracked.txt"])
      #expect(compared.changes.files.compactMap(\.uncheckedReason).count == 1)
    }
  }

  @Test func `all files are listed without git's objects`() async throws {
    try await withRepository { git in
      try git.write("a.swift", "1\n")
      try git.write("b.txt", "1\n")
      try git.commit("base")
      let objects = git.folder.path.appending(".git/objects").string
      for name in try FileManager.default.contentsOfDirectory(atPath: objects) {
        try FileManager.default.removeItem(atPath: objects + "/" + name)
      }
      let files = try await source.allFiles(around: git.folder.path).changes.files
      #expect(files == ["a.swift", "b.txt"].map { ChangedFile(path: $0, status: .added) })
    }
  }

  @Test func `before the first commit, all is new`() async throws {
    try await withRepository { git in
      try git.write("staged", "1\n")
      try git.git("add", "staged")
      try git.write("untracked", "1\n")
      let change = try await source.localChange(around: git.folder.path, scope: .proposed)
      #expect(change.mergeBase == nil)
      #expect(change.changes.files == [Self.added("staged"), Self.added("untracked")])
      let error = await failure { try await source.localChange(around: git.folder.path, scope: .since("main")) }
      #expect(error?.code == .missingRevision)
    }
  }

  @Test func `a missing revision is reported`() async throws {
    try await withRepository { git in
      try git.commit("base")
      for revision in ["nowhere", "..", "@{upstream}", "-x"] {
        let error = await failure { try await source.localChange(around: git.folder.path, scope: .since(revision)) }
        #expect(error?.code == .missingRevision, "\(revision)")
      }
    }
  }

  @Test func `unrelated histories are reported`() async throws {
    try await withRepository { git in
      try git.commit("base")
      try git.git("checkout", "--quiet", "--orphan", "other")
      try git.commit("other")
      let error = await failure { try await source.localChange(around: git.folder.path, scope: .since("main")) }
      #expect(error?.code == .noMergeBase)
    }
  }

  @Test func `a folder without a working tree is reported`() async throws {
    try await withScratchDirectory { folder in
      let none = await failure { try await source.localChange(around: folder.path, scope: .proposed) }
      #expect(none?.code == .notARepository)
      let git = try GitFixture(in: folder.folder("a"))
      try git.git("init", "--quiet", "--bare", "../bare.git")
      let bare = await failure {
        try await source.localChange(around: folder.path.appending("bare.git"), scope: .proposed)
      }
      #expect(bare?.code == .notARepository)
      #expect(bare?.message.contains("bare") == true)
    }
  }

  @Test func `leaves out a repository inside the working tree`() async throws {
    try await withRepository { git in
      try git.write("a", "1\n")
      try git.commit("base")
      try GitFixture(in: git.folder.folder("inner")).write("b", "1\n")
      let change = try await source.localChange(around: git.folder.path, scope: .everything)
      #expect(change.changes.files.map(\.path) == ["a"])
    }
  }
}
