// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot lint --fix` in real working trees.
struct LintFixTests {
  private func withTree(_ body: (GitFixture, BuiltProgram) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write("A.swift", "let a = 1;\nlet b = 2\n")
      try git.commit("base")
      try git.write("A.swift", "let a = 1;\nlet b = 2; \nlet c = try! d()\n")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o750], ofItemAtPath: git.folder.path.appending("A.swift").string)
      try await body(git, BuiltProgram(in: folder))
    }
  }

  @Test func `--fix corrects only changed lines, and nothing in a second run`() async throws {
    try await withTree { git, program in
      let outcome = try await program.run(["lint", "--worktree", "--fix"], in: git.folder.path)
      #expect(outcome.errors.hasPrefix("reviewbot: corrected 2 findings in 1 file\n"))
      #expect(try git.folder.text("A.swift") == "let a = 1;\nlet b = 2\nlet c = try! d()\n")
      let path = git.folder.path.appending("A.swift").string
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o750)
      let again = try await program.run(["lint", "--worktree", "--fix"], in: git.folder.path)
      #expect(!again.errors.contains("corrected"))
    }
  }

  @Test func `--fix with --all corrects every line`() async throws {
    try await withTree { git, program in
      _ = try await program.run(["lint", "--all", "--fix"], in: git.folder.path)
      #expect(try git.folder.text("A.swift") == "let a = 1\nlet b = 2\nlet c = try! d()\n")
    }
  }

  @Test func `--fix corrects findings that span several lines in one run`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      let program = try BuiltProgram(in: folder)
      try git.write(".swiftlint.yml", "only_rules: [opening_brace, statement_position, vertical_whitespace, comma]\n")
      try git.write("A.swift", "func old()\n{\n  f(1 ,2)\n}\n")
      try git.commit("base")
      let added = "func new()\n{\n  if a {\n    f(1 ,2)\n  }\n  else {\n  }\n}\n\n\n\nlet end = 1\n"
      try git.write("A.swift", "func old()\n{\n  f(1 ,2)\n}\n" + added)
      let diff = try await program.run(["lint", "--worktree", "--diff"], in: git.folder.path)
      let outcome = try await program.run(["lint", "--worktree", "--fix", "--strict"], in: git.folder.path)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("no findings in 1 changed file"))
      let fixed = "func new() {\n  if a {\n    f(1, 2)\n  } else {\n  }\n}\n\nlet end = 1\n"
      #expect(try git.folder.text("A.swift") == "func old()\n{\n  f(1 ,2)\n}\n" + fixed)
      let again = try await program.run(["lint", "--worktree", "--fix"], in: git.folder.path)
      #expect(!again.errors.contains("corrected"))
      try git.write("A.swift", "func old()\n{\n  f(1 ,2)\n}\n" + added)
      try git.write("patch", diff.output)
      try git.git("apply", "patch")
      #expect(try git.folder.text("A.swift") == "func old()\n{\n  f(1 ,2)\n}\n" + fixed)
    }
  }

  @Test func `the exit status depends on the findings that remain after --fix`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      let program = try BuiltProgram(in: folder)
      try git.write(".swiftlint.yml", "only_rules: [trailing_semicolon, todo]\nwarning_threshold: 1\n")
      try git.write("A.swift", "let a = 1;\nlet b = 2;\n// TODO: c\n")
      try git.commit("base")
      let checked = try await program.run(["lint", "--all", "--max-findings", "1"], in: git.folder.path)
      #expect(checked.status == 1)
      #expect(checked.errors.contains("more warnings than the configuration's warning_threshold"))
      let fixed = try await program.run(["lint", "--all", "--fix", "--max-findings", "1"], in: git.folder.path)
      #expect(fixed.status == 0)
      #expect(!fixed.errors.contains("more "))
      #expect(try await program.run(["lint", "--all", "--fix", "--strict"], in: git.folder.path).status == 1)
    }
  }

  @Test func `--diff prints a patch and changes no file`() async throws {
    try await withTree { git, program in
      let before = try git.folder.text("A.swift")
      let outcome = try await program.run(["lint", "--all", "--diff"], in: git.folder.path)
      #expect(outcome.status == 0)
      #expect(
        outcome.output == """
          --- a/A.swift
          +++ b/A.swift
          @@ -1,3 +1,3 @@
          -let a = 1;
          -let b = 2;\u{20}
          +let a = 1
          +let b = 2
           let c = try! d()

          """)
      #expect(try git.folder.text("A.swift") == before)
      try git.write("patch", outcome.output)
      try git.git("apply", "patch")
      #expect(try git.folder.text("A.swift") == "let a = 1\nlet b = 2\nlet c = try! d()\n")
    }
  }

  @Test(arguments: ["--staged", "--pre-push"])
  func `--fix is rejected with --staged and --pre-push`(flag: String) async throws {
    try await withTree { git, program in
      let outcome = try await program.run(["lint", flag, "--fix"], in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors
          == "reviewbot: --fix corrects the working tree; it excludes --staged, --pre-push and --stdin; "
          + "see reviewbot lint --help\n")
    }
  }
}
