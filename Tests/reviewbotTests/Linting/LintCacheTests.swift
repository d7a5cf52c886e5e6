// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// The cache of `reviewbot lint` with the findings of earlier runs.
struct LintCacheTests {
  private func withTree(_ body: (GitFixture, BuiltProgram) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write("A.swift", "let a = 1;\n")
      try git.commit("base")
      try await body(git, BuiltProgram(in: folder))
    }
  }

  @Test func `a second run prints the same findings, and the cache is listed and pruned`() async throws {
    try await withTree { git, program in
      let first = try await program.run(["lint", "--all", "--format", "json"], in: git.folder.path)
      #expect(program.names(in: "lint").count == 1)
      let second = try await program.run(["lint", "--all", "--format", "json"], in: git.folder.path)
      #expect(second.output == first.output)
      #expect(first.output.contains("trailing_semicolon"))
      let listed = try await program.run(["cache", "list"])
      #expect(listed.output.contains(/lint +1 +[0-9]+K? +128M/))
      _ = try await program.run(["cache", "prune", "lint", "--all"])
      #expect(program.names(in: "lint").isEmpty)
    }
  }

  @Test(arguments: [["--no-cache"], []])
  func `nothing is cached with --no-cache or with a home inside the working tree`(flags: [String]) async throws {
    try await withTree { git, program in
      let inside = git.folder.path.appending(".cache").string
      let environment = flags.isEmpty ? ["REVIEWBOT_HOME": inside] : [:]
      let outcome = try await program.run(["lint", "--all"] + flags, environment: environment, in: git.folder.path)
      #expect(outcome.output.contains("trailing_semicolon") || outcome.output.contains("semicolon"))
      #expect(program.names(in: "lint").isEmpty)
      #expect(!FileManager.default.fileExists(atPath: inside + "/lint"))
    }
  }

  @Test func `--timings prints the time of each rule`() async throws {
    try await withTree { git, program in
      let outcome = try await program.run(["lint", "--all", "--timings"], in: git.folder.path)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains(/\(parsing\) +[0-9.]+ ms +[0-9.]+ %/))
      #expect(outcome.output.contains("trailing_semicolon"))
    }
  }

  @Test(arguments: [
    (["--watch", "--fix"], "--watch and --fix exclude each other"),
    (["--timings", "--fix"], "--timings and --fix exclude each other"),
    (["--watch", "--pre-push"], "--watch checks the working tree; it excludes --stdin and --pre-push"),
  ]) func `incompatible flags are rejected`(flags: [String], message: String) async throws {
    try await withTree { git, program in
      let outcome = try await program.run(["lint"] + flags, in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(message))
    }
  }
}
