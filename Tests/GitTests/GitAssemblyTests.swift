// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import Git
import ReviewContract
import ReviewTesting
import Testing

struct GitAssemblyTests {
  @Test func `fills its slots`() async throws {
    try await withReviewedRepository { repository in
      let registry = Registry([GitAssembly()])
      try registry.check()
      var resolver = registry.resolver()
      let provider = try resolver(.gitWorkspaces)(repository.settings())
      let workspace = try await provider.checkOut(repository.pullRequest()) { _ in }
      #expect(workspace.changes.files.map(\.path) == ["b.swift"])
      let local = try await resolver(.localChanges).localChange(
        around: repository.fixture.folder.path, scope: .upstream)
      #expect(local.baseName == "main")
    }
  }
}
