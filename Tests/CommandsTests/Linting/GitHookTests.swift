// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Commands
@testable import Git

struct GitHookTests {
  private func withRepository(_ body: (GitFixture, LocalChangeSource) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("it's a tree"))
      try git.write("a.txt", "a\n")
      try git.commit("base")
      try await body(git, GitAssembly().localChanges)
    }
  }

  @Test(arguments: GitHook.allCases)
  func `a hook is installed, installed again and removed`(hook: GitHook) async throws {
    try await withRepository { git, source in
      let directory = try await source.hooksDirectory(around: git.folder.path)
      let path = try hook.install(in: directory, program: "/a path/it's/reviewbot")
      #expect(path == git.folder.path.appending(".git/hooks/\(hook.rawValue)"))
      let text = try git.folder.text(".git/hooks/\(hook.rawValue)")
      #expect(text.contains("exec '/a path/it'\\''s/reviewbot' lint --\(hook == .preCommit ? "staged" : "pre-push")\n"))
      #expect(FileManager.default.isExecutableFile(atPath: path.string))
      #expect(try hook.install(in: directory, program: "/b") == path)
      #expect(try hook.uninstall(from: directory) == path)
      #expect(try hook.uninstall(from: directory) == nil)
    }
  }

  @Test func `a foreign hook is neither replaced nor removed`() async throws {
    try await withRepository { git, source in
      let directory = try await source.hooksDirectory(around: git.folder.path)
      try git.write(".git/hooks/pre-commit", "#!/bin/sh\necho mine\n")
      #expect(throws: UsageError.self) { try GitHook.preCommit.install(in: directory, program: "/b") }
      #expect(throws: UsageError.self) { try GitHook.preCommit.uninstall(from: directory) }
      try FileManager.default.removeItem(atPath: directory.path.appending("pre-commit").string)
      // A dangling symbolic link.
      try FileManager.default.createSymbolicLink(
        atPath: directory.path.appending("pre-commit").string, withDestinationPath: "gone")
      #expect(throws: UsageError.self) { try GitHook.preCommit.install(in: directory, program: "/b") }
    }
  }

  @Test func `core.hooksPath is respected inside of the repository only`() async throws {
    try await withRepository { git, source in
      try git.git("config", "core.hooksPath", ".githooks")
      let inside = try await source.hooksDirectory(around: git.folder.path.appending(".git"))
      #expect(
        inside == HooksDirectory(path: git.folder.path.appending(".githooks"), isConfigured: true, isInRepository: true)
      )
      #expect(throws: Never.self) { try GitHook.preCommit.install(in: inside, program: "/b") }
      try git.git("config", "core.hooksPath", "../shared")
      let outside = try await source.hooksDirectory(around: git.folder.path)
      #expect(!outside.isInRepository)
      #expect(throws: UsageError.self) { try GitHook.preCommit.install(in: outside, program: "/b") }
    }
  }

  @Test func `worktrees share their hooks`() async throws {
    try await withRepository { git, source in
      try await withScratchDirectory { other in
        let tree = other.path.appending("tree")
        try git.git("worktree", "add", "--quiet", "-b", "x", tree.string)
        let directory = try await source.hooksDirectory(around: tree)
        #expect(directory.path == git.folder.path.appending(".git/hooks"))
        #expect(directory.isInRepository)
      }
    }
  }
}
