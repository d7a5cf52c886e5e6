// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct FetchDepthTests {
  @Test func `the depth doubles until the whole history is fetched, and a complete mirror stays complete`() {
    let depths = Array(sequence(first: FetchDepth.first(3_000, isWhole: false)) { $0.next })
    #expect(depths.map(\.commits) == [3_000, 6_000, 12_000, 24_000, .max])
    #expect(FetchDepth.first(3_000, isWhole: true) == .all)
    #expect(FetchDepth.first(nil, isWhole: false) == .rest, "a part is completed if no depth is wanted any more")
    #expect(FetchDepth.all.next == nil)
  }

  /// With libgit2 1.5 the whole history is fetched.
  @Test(.enabled(if: SmartHTTPServer.isAvailable, "the server of this test needs python3"))
  func `commits are fetched until the merge base, or all by a library that cannot fetch a part, which says so`()
    async throws
  {
    try await withScratchDirectory { folder in
      try await withReviewedRepository { repository in
        let git = repository.fixture
        try git.git("checkout", "--quiet", "main")
        for number in 0..<9 { try git.git("commit", "--quiet", "--allow-empty", "-m", "base \(number)") }
        try git.git(
          "clone", "--quiet", "--mirror", git.folder.path.string, folder.path.appending("shapes.git").string)
        let server = try SmartHTTPServer(folder, logName: "requests.log")
        let expected = try await repository.review(url: git.folder.path.string)
        try FileManager.default.removeItem(atPath: repository.home.path.appending("mirrors").string)

        var settings = repository.settings(token: SmartHTTPServer.password)
        settings.depth = 1
        let details = Locked<[String]>([])
        let pullRequest = repository.pullRequest(url: server.url("shapes.git"))
        let workspace = try await GitWorkspaceProvider(settings).checkOut(pullRequest) { event in
          if case .detail(let text) = event { details.withLock { $0.append(text) } }
        }
        #expect(workspace.mergeBase == expected.mergeBase)
        #expect(workspace.changes.files.map(\.path) == expected.changes.files.map(\.path))
        let refusals = details.withLock { $0.filter { $0.contains("REVIEWBOT_FETCH_DEPTH has no effect: libgit2 1.") } }
        #expect(refusals.isEmpty == GitVersion.fetchesParts)
        let rounds = details.withLock { $0.count { $0 == "fetching more commits, until the merge base" } }
        #expect((rounds >= 2) == GitVersion.fetchesParts)
        // A mirror that is used again is complete.
        _ = try await GitWorkspaceProvider(settings).checkOut(pullRequest) { _ in }
        #expect(!(try GitRepository(at: try repository.mirror).isShallow))
      }
    }
  }
}
