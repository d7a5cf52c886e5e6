// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Findings
import Git
import ReviewContract
import ReviewTesting
import Rules
import SystemPackage
import Testing

@testable import Commands

struct EarlyComparisonTests {
  @Test(
    "The guessed scope is that of the decoded arguments",
    arguments: [
      [], ["--worktree"], ["--staged"], ["--unpushed"], ["--all"], ["--worktree", "--no-cache", "Sources"],
      ["--format", "json", "--all", "--strict"], ["--fix"], ["--all", "--diff"], ["--output", "o.txt", "--worktree"],
      ["--since", "main"], ["--since=main"], ["--write-baseline", "b.json"], ["--write-baseline=b.json"],
      ["--prune-baseline"], ["--prune-baseline", "--worktree"], ["--worktree", "--write-baseline", "b.json"],
    ])
  func guessesScope(arguments: [String]) throws {
    let command = try #require(try LintCommand.parseAsRoot(arguments) as? LintCommand)
    let isBaseline = command.results.writeBaseline != nil || command.results.pruneBaseline
    let guess = EarlyComparison.scope(["lint"] + arguments)
    guard let guess else {
      #expect(isBaseline || command.selection.since != nil)
      return
    }
    #expect(try command.selection.subject(isBaseline: isBaseline) == .local(guess))
  }

  @Test(
    "No scope is guessed for texts, pushes and help, nor for --watch, which compares later",
    arguments: ["--stdin", "--pre-push", "--help", "-h", "--watch"])
  func guessesNothing(argument: String) {
    #expect(EarlyComparison.scope(["lint", argument]) == nil)
  }

  @Test("A comparison is given once, for its folder and scope")
  func isGivenOnce() async throws {
    try await withTree { git, source in
      let folder = git.folder.path
      let early = try #require(EarlyComparison(["lint", "--worktree"], in: folder, git: source))
      #expect(try await early.take(around: folder, .proposed) == nil)
      #expect(try await early.take(around: folder.appending("Sources"), .worktree) == nil)
      let change = try await early.take(around: folder, .worktree)
      #expect(change?.changes == (try await source.localChange(around: folder, scope: .worktree)).changes)
      #expect(change?.changes.files.map(\.path) == ["a.swift"])
      #expect(try await early.take(around: folder, .worktree) == nil)
    }
  }

  @Test("A session uses the comparison for its first run", arguments: [["lint", "--worktree"], ["lint", "--all"]])
  func isUsedFirst(arguments: [String]) async throws {
    try await withTree { git, source in
      let folder = git.folder.path
      let early = try #require(EarlyComparison(arguments, in: folder, git: source))
      let session = LintSession(git: source, rules: BuiltInRulesAssembly(), early: early)
      let request = LintRequest(.local(arguments.contains("--all") ? .everything : .worktree), in: folder)
      #expect(try await session.run(request).findings.map(\.path) == ["a.swift"])
      try git.write("b.swift", "let b = 1;\n")
      #expect(try await session.run(request).findings.map(\.path) == ["a.swift", "b.swift"])
    }
  }

  @Test("The error of the comparison is that of the run")
  func reportsErrors() async throws {
    try await withScratchDirectory { folder in
      let source = GitAssembly(environment: ["GIT_CEILING_DIRECTORIES": folder.path.string]).localChanges
      let early = try #require(EarlyComparison(["lint"], in: folder.path, git: source))
      let session = LintSession(git: source, rules: BuiltInRulesAssembly(), early: early)
      await #expect(throws: WorkspaceError.self) {
        try await session.run(LintRequest(.local(.proposed), in: folder.path))
      }
    }
  }

  private func withTree(_ body: (GitFixture, LocalChangeSource) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.commit("base")
      try git.write("a.swift", "let a = 1;\n")
      try await body(git, GitAssembly().localChanges)
    }
  }
}
