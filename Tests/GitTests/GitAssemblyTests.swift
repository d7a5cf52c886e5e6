// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Git
import ReviewContract
import ReviewTesting
import Testing

struct GitAssemblyTests {
  @Test func `the assembly creates a workspace provider and a source of local changes`() async throws {
    try await withReviewedRepository { repository in
      let git = GitAssembly()
      let provider = git.workspaces(repository.settings())
      let workspace = try await provider.checkOut(repository.pullRequest()) { _ in }
      #expect(workspace.changes.files.map(\.path) == ["b.swift"])
      let local = try await git.localChanges.localChange(
        around: repository.fixture.folder.path, scope: .proposed)
      #expect(local.baseName == "main")
    }
  }
}
