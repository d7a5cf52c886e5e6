// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct DependencyMirrorTests {
  private func withRepository(
    _ body: (_ repository: GitFixture, _ mirror: GitDependencyMirror, _ folder: ScratchDirectory) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let repository = try GitFixture(in: folder.folder("served/shapes"))
      try repository.write("Package.swift", "// first\n")
      try repository.write("Package@swift-5.9.swift", "// older\n")
      try repository.write("Sources/Package.swift", "// not at the top\n")
      try repository.commit("first")
      try repository.git("tag", "1.0.0")
      try await body(repository, mirror(folder), folder)
    }
  }

  private func mirror(_ folder: ScratchDirectory, token: String? = nil) -> GitDependencyMirror {
    let mirrors = folder.path.appending("mirrors")
    return GitDependencyMirror(
      GitWorkspaceSettings(
        mirrors: mirrors, workspaces: mirrors, credential: token.map { GitCredential(token: Secret($0), for: .github) })
    )
  }

  private func git(_ folder: FilePath, _ arguments: String...) throws -> String {
    try FinishedCommand(["git", "-C", folder.string] + arguments).output
  }

  @Test func `the mirror has the branches, the tags and the default branch`() async throws {
    try await withRepository { repository, mirror, _ in
      try repository.git("checkout", "--quiet", "-b", "next")
      try repository.write("Package.swift", "// next\n")
      try repository.commit("second")
      try repository.git("tag", "--annotate", "--message", "two", "2.0.0")
      try repository.git("checkout", "--quiet", "main")
      let copy = try await mirror.mirror(repository.url, revision: nil) { _ in }
      #expect(copy.manifests == ["// first\n", "// older\n"])
      #expect(
        try git(copy.folder, "for-each-ref", "--format=%(refname)")
          == "refs/heads/main\nrefs/heads/next\nrefs/tags/1.0.0\nrefs/tags/2.0.0\n")
      #expect(try git(copy.folder, "symbolic-ref", "HEAD") == "refs/heads/main\n")
      let next = try await mirror.mirror(repository.url, revision: repository.id("next")) { _ in }
      #expect(next.manifests == ["// next\n", "// older\n"])
      #expect(next.folder == copy.folder)
      let unknown = try #require(CommitID(String(repeating: "0", count: 39) + "1"))
      let other = try await mirror.mirror(repository.url, revision: unknown) { _ in }
      #expect(other.manifests == [])
    }
  }

  @Test func `the mirror is updated even if a new branch collides with a deleted one`() async throws {
    try await withRepository { repository, mirror, folder in
      try repository.git("branch", "a")
      let copy = try await mirror.mirror(repository.url, revision: nil) { _ in }
      try repository.git("branch", "--delete", "a")
      try repository.git("branch", "a/b")
      try repository.write("Package.swift", "// second\n")
      let second = try repository.commit("second")
      let again = try await self.mirror(folder).mirror(repository.url, revision: nil) { _ in }
      #expect(again.folder == copy.folder)
      #expect(again.manifests == ["// second\n", "// older\n"])
      #expect(
        try git(copy.folder, "rev-parse", "a/b", "main").split(separator: "\n").last.map(String.init) == second.hex)
    }
  }

  @Test func `repositories with the same name have separate mirrors`() async throws {
    try await withRepository { repository, mirror, folder in
      let other = try GitFixture(in: folder.folder("served/other/shapes"))
      try other.write("Package.swift", "// other\n")
      try other.commit("first")
      let first = try await mirror.mirror(repository.url, revision: nil) { _ in }
      let second = try await mirror.mirror(other.url, revision: nil) { _ in }
      #expect(first.folder != second.folder)
      #expect(second.manifests == ["// other\n"])
    }
  }

  @Test(.enabled(if: SmartHTTPServer.isAvailable, "the server of these tests needs python3"))
  func `the token is sent only to its own server, and is not written to disk`() async throws {
    try await withRepository { repository, _, folder in
      let served = try folder.folder("served")
      let server = try SmartHTTPServer(served, logName: "../requests.log")
      let mirror = mirror(folder, token: SmartHTTPServer.password)
      let copy = try await mirror.mirror(server.url("shapes/.git"), revision: nil) { _ in }
      #expect(copy.manifests == ["// first\n", "// older\n"])
      let files = FileManager.default.enumerator(atPath: copy.folder.string)?.compactMap { $0 as? String } ?? []
      #expect(files.contains("config"))
      let tainted = files.filter { file in
        let data = FileManager.default.contents(atPath: "\(copy.folder)/\(file)")
        return data?.range(of: Data(SmartHTTPServer.password.utf8)) != nil
      }
      #expect(tainted == [])

      let other = try SmartHTTPServer(served, logName: "../other.log")
      let redirect = server.url("late-redirect/127.0.0.2:\(other.port)/shapes/.git")
      await #expect(throws: WorkspaceError.self) { try await mirror.mirror(redirect, revision: nil) { _ in } }
      #expect(try other.requests == [])
      let wrong = self.mirror(folder, token: "wrong")
      let error = await #expect(throws: WorkspaceError.self) {
        try await wrong.mirror(server.url("shapes/.git"), revision: nil) { _ in }
      }
      #expect(error?.message == "the server rejects the token")
    }
  }
}
