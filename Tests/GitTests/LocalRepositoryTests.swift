// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

/// Repositories in unusual environments: in containers, worktrees and hooks, truncated, or damaged.
struct LocalRepositoryTests {
  private func withRepository(_ body: (GitFixture, ScratchDirectory) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("repository"))
      try git.write("a.swift", "1\n")
      try git.commit("one")
      try git.write("a.swift", "2\n")
      try git.commit("two")
      try git.write("a.swift", "3\n")
      try git.commit("three")
      try await body(git, folder)
    }
  }

  private func change(
    around folder: FilePath, _ scope: LocalScope = .proposed, _ environment: [String: String] = [:]
  ) async throws -> LocalChange {
    try await LocalChangeSource(environment: ["GIT_CONFIG_NOSYSTEM": "1"].merging(environment) { $1 })
      .localChange(around: folder, scope: scope)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `another user's repository is opened if the caller trusts it`() async throws {
    try await withRepository { git, folder in
      let path = git.folder.path
      try git.git("config", "safe.directory", "*")
      let files = try #require(FileManager.default.enumerator(atPath: path.string)).compactMap { $0 as? String }
      for file in [""] + files { chown(path.string + "/" + file, 65_534, 65_534) }
      let error = await failure { try await change(around: path) }
      #expect(error?.code == .accessDenied)
      #expect(
        error?.description
          == "cannot open the repository \"\(path)\": it belongs to another user; run as its owner, or trust it with: "
          + "git config --global --add safe.directory \(path)")
      #expect(await failure { try await change(around: path, .proposed, ["SUDO_UID": "65533"]) }?.code == .accessDenied)
      #expect(try await change(around: path, .proposed, ["SUDO_UID": "65534"]).root == path)
      for value in ["*", path.string, path.string + "/", folder.path.string + "/*"] {
        let environment = ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": value]
        #expect(try await change(around: path, .proposed, environment).root == path, "\(value)")
      }
      for value in ["", folder.path.string, path.string + "/*", path.string + "x"] {
        let environment = ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": value]
        #expect(
          await failure { try await change(around: path, .proposed, environment) }?.code == .accessDenied, "\(value)")
      }
      try folder.write("home/.gitconfig", "[safe]\n\tdirectory = *\n")
      let home = ["HOME": folder.path.appending("home").string]
      #expect(try await change(around: path, .proposed, home).root == path)
      // The repository of a pull request is checked as well.
      let address = try CloneAddress(path.string)
      #expect(throws: WorkspaceError.self) { try address.checkFolder(environment: ["GIT_CONFIG_NOSYSTEM": "1"]) }
      try address.checkFolder(environment: home.merging(["GIT_CONFIG_NOSYSTEM": "1"]) { $1 })
    }
  }

  @Test func `reads a worktree`() async throws {
    try await withRepository { git, folder in
      try git.git("config", "extensions.worktreeConfig", "true")
      let tree = folder.path.appending("tree")
      try git.git("worktree", "add", "--quiet", "-b", "side", tree.string)
      try folder.write("tree/new.swift", "1\n")
      let found = try await change(around: tree)
      #expect(found.root == tree)
      #expect(found.changes.files.map(\.path) == ["new.swift"])
    }
  }

  @Test func `GIT_DIR, GIT_WORK_TREE and GIT_CEILING_DIRECTORIES are respected`() async throws {
    try await withRepository { git, folder in
      let directory = git.folder.path.appending(".git").string
      try git.write("new.swift", "1\n")
      let elsewhere = try folder.folder("elsewhere").path
      try folder.write("elsewhere/a.swift", "3\n")
      #expect(try await change(around: git.folder.path, .proposed, ["GIT_DIR": ".git"]).changes.files.count == 1)
      let named = try await change(
        around: elsewhere, .proposed, ["GIT_DIR": directory, "GIT_WORK_TREE": git.folder.path.string])
      #expect(named.root == git.folder.path)
      #expect(named.changes.files.map(\.path) == ["new.swift"])
      let bare = try await change(around: elsewhere, .proposed, ["GIT_DIR": directory])
      #expect(bare.root == elsewhere)
      #expect(bare.changes.files == [])
      #expect(await failure { try await change(around: elsewhere) }?.code == .notARepository)
      let inner = try folder.folder("repository/inner").path
      let ceiling = ["GIT_CEILING_DIRECTORIES": git.folder.path.string]
      #expect(await failure { try await change(around: inner, .proposed, ceiling) }?.code == .notARepository)
    }
  }

  @Test func `the index in GIT_INDEX_FILE is used`() async throws {
    try await withRepository { git, folder in
      try git.write("new.swift", "1\n")
      let index = folder.path.appending("index").string
      try FileManager.default.copyItem(atPath: git.folder.path.string + "/.git/index", toPath: index)
      try git.git("add", "new.swift")
      try FileManager.default.removeItem(atPath: git.folder.path.appending("new.swift").string)
      // Staged and then deleted in the one index, unknown in the other.
      let found = try await change(around: git.folder.path, .proposed, ["GIT_INDEX_FILE": index])
      #expect(found.changes.files == [])
    }
  }

  @Test func `the error for a shallow clone says how to complete it`() async throws {
    try await withRepository { git, folder in
      try git.git("checkout", "--quiet", "-b", "side", "HEAD~1")
      try git.write("b.swift", "1\n")
      try git.commit("side")
      let shallow = folder.path.appending("shallow")
      try git.git("clone", "--quiet", "--depth", "1", "--no-single-branch", git.url, shallow.string)
      for revision in ["origin/main", "HEAD~2"] {
        let error = await failure { try await change(around: shallow, .since(revision)) }
        #expect(
          error?.description.contains("the clone is shallow") == true
            && error?.remedy == "fetch its history with: git fetch --unshallow", "\(error as Any)")
      }
      #expect(try await change(around: shallow, .everything).changes.files.map(\.path) == ["a.swift", "b.swift"])
      let error = #expect(throws: WorkspaceError.self) {
        try CloneAddress(shallow.string).checkFolder(environment: [:])
      }
      #expect(error?.description.contains("the clone is shallow; fetch its history") == true)
    }
  }

  @Test func `missing objects of a partial clone are reported`() async throws {
    try await withRepository { git, folder in
      try git.git("config", "uploadpack.allowFilter", "true")
      let partial = folder.path.appending("partial")
      try git.git("clone", "--quiet", "--filter=blob:none", git.url, partial.string)
      try folder.write("partial/a.swift", "4\n")
      #expect(try await change(around: partial).changes.files.map(\.path) == ["a.swift"])
      let error = await failure { try await change(around: partial, .since("HEAD~2")) }
      #expect(error?.message.hasSuffix("the clone is partial and lacks objects that are needed") != false)
      let refused = #expect(throws: WorkspaceError.self) {
        try CloneAddress(partial.string).checkFolder(environment: [:])
      }
      #expect(refused?.message.hasSuffix("the clone is partial") == true)
    }
  }

  @Test func `refuses a repository with SHA-256 ids`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("outer"))
      try git.git("init", "--quiet", "--object-format=sha256", "inner")
      let error = await failure { try await change(around: git.folder.path.appending("inner")) }
      #expect(error?.underlying == "its objects have SHA-256 ids")
      #expect(error?.remedy == "only repositories with SHA-1 ids in git's usual format can be read")
    }
  }

  @Test(arguments: [LocalScope.proposed, .everything, .since("main")])
  func `a repository without its objects is reported as damaged`(scope: LocalScope) async throws {
    try await withRepository { git, _ in
      let objects = git.folder.path.appending(".git").appending("objects").string
      for name in try FileManager.default.contentsOfDirectory(atPath: objects) {
        try FileManager.default.removeItem(atPath: objects + "/" + name)
      }
      let error = await failure { try await change(around: git.folder.path, scope) }
      #expect(error?.code == .damaged)
      #expect(error?.remedy == "check the repository with git fsck")
    }
  }

  @Test func `a branch whose commit is missing is reported as damage`() async throws {
    try await withRepository { git, _ in
      try git.write(".git/refs/heads/lost", String(repeating: "1", count: 40) + "\n")
      let error = await failure { try await change(around: git.folder.path, .since("refs/heads/lost")) }
      #expect(error?.code == .damaged)
    }
  }
}
