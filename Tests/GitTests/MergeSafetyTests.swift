// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct MergeSafetyTests {
  private func move(_ repository: ReviewedRepository, to entries: [RawTree.Entry]) throws {
    let raw = RawTree(fixture: repository.fixture)
    let commit = try repository.fixture.git("commit-tree", raw.tree(entries), "-p", "main", "-m", "tip")
    try repository.fixture.git(
      "update-ref", "refs/heads/main", commit.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test(arguments: [".git", ".GIT", "git~1", "..", ".git\\b", "../x"])
  func `refuses hostile names of the base before it writes anything`(name: String) async throws {
    try await withReviewedRepository { repository in
      let raw = RawTree(fixture: repository.fixture)
      let blob = try raw.blob("hostile\n")
      try move(repository, to: [.folder("Sources", raw.tree([.file(name, blob)]))])
      let error = await failure { try await repository.review() }
      #expect(error?.code == .unsafeContent)
      #expect(error?.message.hasPrefix("the base's tree is not checked out: Sources/\(name) has ") == true)
      #expect(repository.checkouts.isEmpty)
    }
  }

  @Test(arguments: [
    (2, "the base's tree is not checked out: it has more than 2 files and folders"),
    (3, "the merge's tree is not checked out: it has more than 3 files and folders"),
    (4, nil),
  ])
  func `limits apply to the trees of the base and of the merge`(entries: Int, message: String?) async throws {
    try await withReviewedRepository { repository in
      try repository.fixture.write("c.swift", "let c = 3\n")
      try repository.fixture.write("d.swift", "let d = 4\n")
      try repository.fixture.commit("tip")
      let error = await failure { try await repository.review(limits: WorkspaceLimits(entries: entries)) }
      #expect(error?.message == message)
      #expect(error?.code == message.map { _ in .tooLarge })
      #expect(repository.checkouts.isEmpty == (message != nil))
    }
  }

  /// Carries out an invalid plan.
  private func carryOut(_ file: MergedFiles.File, beside root: FilePath, in folder: ScratchDirectory) throws {
    try GitLibrary.start()
    let mirror = try GitRepository(makingBareAt: folder.path.appending("mirror"))
    let merger = HeadMerger(
      limits: WorkspaceLimits(), longestPath: 1000, interruption: Interruption(), progress: { _ in })
    _ = try merger.carryOut(
      .differs(MergedFiles(tree: file.id, written: [file])), beside: root, from: mirror)
  }

  private var missing: CommitID {
    get throws { try #require(CommitID(String(repeating: "1", count: 40))) }
  }

  @Test(arguments: ["a", "../a", ".git/config"])
  func `the folder of the merge is removed if a file cannot be written`(path: String) async throws {
    try await withScratchDirectory { folder in
      let file = try MergedFiles.File(path: path, mode: 0o100644, id: missing)
      #expect(throws: WorkspaceError.self) { try carryOut(file, beside: folder.path.appending("run"), in: folder) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["mirror"])
    }
  }

  @Test func `the merge is not written to an existing folder`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("run.merge/mine", "mine\n")
      let file = try MergedFiles.File(path: "a", mode: 0o100644, id: missing)
      #expect(throws: WorkspaceError.self) { try carryOut(file, beside: folder.path.appending("run"), in: folder) }
      #expect(try folder.text("run.merge/mine") == "mine\n")
    }
  }
}
