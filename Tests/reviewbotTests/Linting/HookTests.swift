// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot hook` with git itself.
struct HookTests {
  private static let configuration = "version: 1\nrules: {preset: relaxed, force_try: error}\n"

  /// A repository with the hooks, and the program that they run.
  private func withHooks(
    _ hooks: [String], _ body: (GitFixture, BuiltProgram) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write(".reviewbot.yml", Self.configuration)
      try git.commit("base")
      let program = try BuiltProgram(in: folder)
      let outcome = try await program.run(["hook", "install"] + hooks, in: git.folder.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      try await body(git, program)
    }
  }

  /// Runs git as a user does; its hooks need a home for results.
  private func run(_ program: BuiltProgram, _ command: String, in folder: FilePath) async throws -> BuiltProgram.Outcome
  {
    try await program.run(
      [],
      environment: [
        "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "Ada",
        "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_CONFIG_NOSYSTEM": "1",
      ], shell: command, in: folder)
  }

  @Test func `a commit is rejected for an error in its staged content`() async throws {
    try await withHooks([]) { git, program in
      try git.write("a.swift", "let a = try! b()\n")
      let refused = try await run(program, "git add a.swift && git commit -qm x", in: git.folder.path)
      #expect(refused.status == 1)
      #expect((refused.output + refused.errors).contains("a.swift:1:9: error: "), "\(refused)")
      // Unstaged changes have no effect.
      try git.write("a.swift", "let a = b()\n")
      #expect(try await run(program, "git commit -qm x", in: git.folder.path).status == 1)
      let accepted = try await run(program, "git commit -qam x", in: git.folder.path)
      #expect(accepted.status == 0, "\(accepted)")
    }
  }

  @Test func `a worktree has the hooks of its repository`() async throws {
    try await withHooks([]) { git, program in
      let tree = FilePath("\(git.folder.path).other")
      try git.git("worktree", "add", "--quiet", "-b", "other", tree.string)
      try Data("let a = try! b()\n".utf8).write(to: URL(fileURLWithPath: tree.appending("a.swift").string))
      let refused = try await run(program, "git add a.swift && git commit -qm x", in: tree)
      #expect(refused.status == 1)
      #expect((refused.output + refused.errors).contains("a.swift:1:9: error: "), "\(refused)")
      // From the worktree they are removed for both.
      #expect(try await program.run(["hook", "uninstall"], in: tree).status == 0)
      #expect(try await run(program, "git commit -qm x", in: tree).status == 0)
      #expect(!FileManager.default.fileExists(atPath: git.folder.path.appending(".git/hooks/pre-commit").string))
    }
  }

  @Test func `core.hooksPath inside of the repository is used`() async throws {
    try await withHooks([]) { git, program in
      try git.git("config", "core.hooksPath", ".githooks")
      let installed = try await program.run(["hook", "install"], in: git.folder.path)
      #expect(
        installed.output == """
          installed .githooks/pre-commit
          git commit runs reviewbot lint --staged first; git commit --no-verify skips it

          """)
      try git.write("a.swift", "let a = try! b()\n")
      #expect(try await run(program, "git add a.swift && git commit -qm x", in: git.folder.path).status == 1)
    }
  }

  @Test func `hook install is rejected if core.hooksPath is outside of the repository`() async throws {
    try await withHooks([]) { git, program in
      try git.git("config", "core.hooksPath", "../shared")
      let refused = try await program.run(["hook", "install"], in: git.folder.path)
      #expect(refused.status == 2)
      #expect(
        refused.errors.contains("core.hooksPath is outside the repository; add `reviewbot lint` to the hooks there"))
      #expect(!FileManager.default.fileExists(atPath: program.folder.path.appending("shared").string))
    }
  }

  @Test func `a push with an error is rejected`() async throws {
    try await withHooks(["pre-push"]) { git, program in
      let remote = try program.folder.folder("remote.git").path.string
      try git.git("init", "--quiet", "--bare", remote)
      try git.git("remote", "add", "origin", remote)
      let first = try await run(program, "git push -q origin main", in: git.folder.path)
      #expect(first.status == 0, "\(first)")
      try git.write("a.swift", "let a = try! b()\n")
      try git.commit("x")
      let refused = try await run(program, "git push -q origin main", in: git.folder.path)
      #expect(refused.status == 1)
      #expect((refused.output + refused.errors).contains("a.swift:1:9: error: "), "\(refused)")
      try git.write("a.swift", "let a = b()\n")
      try git.commit("y")
      #expect(try await run(program, "git push -q origin main", in: git.folder.path).status == 0)
    }
  }

  @Test func `a hook of another program is not replaced or removed`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write(".git/hooks/pre-commit", "#!/bin/sh\n")
      let program = try BuiltProgram(in: folder)
      for command in ["install", "uninstall"] {
        let refused = try await program.run(["hook", command, "pre-commit"], in: git.folder.path)
        #expect(refused.status == 2)
        #expect(refused.errors.contains(".git/hooks/pre-commit: "), "\(refused.errors)")
      }
      #expect(try git.folder.text(".git/hooks/pre-commit") == "#!/bin/sh\n")
      #expect(try await program.run(["hook", "uninstall", "pre-push"], in: git.folder.path).output == "")
    }
  }
}
