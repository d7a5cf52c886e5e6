// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

/// The commits of a pull request for rules about them.
struct ProposedCommitsTests {
  @Test func `only the newest of three thousand commits are read`() async throws {
    try await withScratchDirectory { folder in
      var stream = FastImport()
      stream.commit(to: "main", "base", files: ["a.swift": "let a = 1\n"])
      stream.commit(to: "change", "fixup! 1", onTopOf: "main", files: ["a.swift": "let a = 2\n"])
      for number in 2...3_000 { stream.commit(to: "change", "fixup! \(number)", files: [:]) }
      let bare = folder.path.appending("origin.git")
      try stream.write(to: bare, in: folder)
      let provider = GitAssembly().workspaces(
        GitWorkspaceSettings(
          mirrors: folder.path.appending("mirrors"), workspaces: folder.path.appending("runs"), credential: nil))
      let workspace = try await provider.checkOut(
        PullRequest(
          repository: Repository(forge: .local, name: "p", cloneURL: bare.string), number: 7, title: "T", author: nil,
          url: nil, state: .open, isDraft: false, head: nil, headRef: "refs/heads/change", baseBranch: "main",
          isFromFork: false)
      ) { _ in }
      let commits = try #require(workspace.commits)
      #expect(commits.isCut && commits.commits.count == ProposedCommits.maximumCount)
      #expect(commits.commits.first?.message.hasPrefix("fixup! 3000") == true)
      #expect(workspace.changes.files.map(\.path) == ["a.swift"])
    }
  }
}
