// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage

@testable import Git

/// A repository to fetch from, and an empty home for mirrors and checkouts.
struct ReviewedRepository {
  let fixture: GitFixture
  let home: ScratchDirectory

  /// Returns a new provider, like one of another process.
  func provider(limits: WorkspaceLimits = WorkspaceLimits(), token: String? = nil) -> any WorkspaceProvider {
    GitWorkspaceProvider(settings(limits: limits, token: token))
  }

  func settings(limits: WorkspaceLimits = WorkspaceLimits(), token: String? = nil) -> GitWorkspaceSettings {
    GitWorkspaceSettings(
      mirrors: home.path.appending("mirrors"), workspaces: home.path.appending("runs"),
      credential: token.map { GitCredential(token: Secret($0), for: .local) }, limits: limits)
  }

  func pullRequest(
    number: Int = 7, base: String? = "main", headRef: String? = nil, url: String? = nil, head: CommitID? = nil
  ) -> PullRequest {
    PullRequest(
      repository: Repository(forge: .local, name: "acme/shapes", cloneURL: url ?? fixture.url), number: number,
      title: "Add shapes", author: nil, url: nil, state: .open, isDraft: false, head: head,
      headRef: headRef ?? "refs/pull/\(number)/head", baseBranch: base, isFromFork: false)
  }

  /// Fetches the pull request, compares it and checks it out.
  func review(
    base: String? = "main", headRef: String? = nil, url: String? = nil, head: CommitID? = nil,
    limits: WorkspaceLimits = WorkspaceLimits(), token: String? = nil,
    progress: @escaping ProgressHandler = { _ in }
  ) async throws -> Workspace {
    try await provider(limits: limits, token: token)
      .checkOut(pullRequest(base: base, headRef: headRef, url: url, head: head), progress: progress)
  }

  var mirror: FilePath {
    get throws {
      guard let name = try mirrorNames.first else { throw CocoaError(.fileNoSuchFile) }
      return home.path.appending("mirrors").appending(name)
    }
  }

  /// The names of the existing mirrors, sorted.
  var mirrorNames: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: home.path.appending("mirrors").string)
        .filter { !$0.hasSuffix(".lock") }.sorted()
    }
  }

  /// The names of the existing checkouts, without the lists of their files beside them.
  var checkouts: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: home.path.appending("runs").string)) ?? []
    return names.filter { !($0.hasSuffix(".commit") && names.contains(String($0.dropLast(".commit".count)))) }
  }
}

/// Creates a repository with a commit of `base` on `main`, and `head` on a branch that is pull request 7.
func withReviewedRepository<Result>(
  base: (GitFixture) throws -> Void = { try $0.write("a.swift", "let a = 1\n") },
  head: (GitFixture) throws -> Void = { try $0.write("b.swift", "let b = 2\n") },
  _ body: (ReviewedRepository) async throws -> Result
) async throws -> Result {
  try await withScratchDirectory { folder in
    let fixture = try GitFixture(in: folder.folder("origin"))
    try base(fixture)
    try fixture.commit("base")
    try fixture.git("checkout", "--quiet", "-b", "change")
    try head(fixture)
    try fixture.commit("head")
    try fixture.openPullRequest(7)
    try fixture.git("checkout", "--quiet", "main")
    return try await body(ReviewedRepository(fixture: fixture, home: folder.folder("home")))
  }
}

/// Returns the error of the review; `nil` when it succeeds.
func failure(_ body: () async throws -> some Any) async -> WorkspaceError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? WorkspaceError
  }
}
