// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct GitCheckoutInspectorTests {
  @Test func `finds the URL of origin, from a folder inside as well`() async throws {
    try await withScratchDirectory { folder in
      let repository = try GitFixture(in: folder)
      try repository.write("Sources/a.swift", "")
      let inspector = LocalChangeSource()
      #expect(try await inspector.originURL(around: folder.path) == nil)
      try repository.git("remote", "add", "origin", "https://example.com/acme/shapes.git")
      let inside = folder.path.appending("Sources")
      #expect(try await inspector.originURL(around: inside) == "https://example.com/acme/shapes.git")
    }
  }

  @Test func `a folder outside a repository is reported`() async throws {
    try await withScratchDirectory { folder in
      let error = await #expect(throws: WorkspaceError.self) {
        try await LocalChangeSource().originURL(around: folder.path)
      }
      #expect(error?.code == .notARepository)
    }
  }

  @Test func `the insteadOf settings of the user's configuration are read`() async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write(
        "gitconfig",
        """
        [user]
          name = Ada
        [url "/mirrors/"]
          insteadOf = https://github.com/
          insteadOf = git@github.com:
        """)
      let rewrites = await LocalChangeSource().rewrites(in: [file, folder.path.appending("none")])
      #expect(
        rewrites == [
          URLRewrite(from: "https://github.com/", to: "/mirrors/"),
          URLRewrite(from: "git@github.com:", to: "/mirrors/"),
        ])
    }
  }
}
