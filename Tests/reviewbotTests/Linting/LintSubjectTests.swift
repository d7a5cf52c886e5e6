// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// The files and lines that `reviewbot lint` checks, in real repositories.
struct LintSubjectTests {
  private static let bad = "let a = 1;\n"

  private func withTree(_ body: (GitFixture, BuiltProgram) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write("Sources/A.swift", "let zero = 0\n")
      try git.commit("base")
      try await body(git, BuiltProgram(in: folder))
    }
  }

  /// `FILE:LINE` of each finding.
  private func places(
    _ program: BuiltProgram, _ arguments: [String], in git: GitFixture, shell: String? = nil, status: Int32 = 0
  ) async throws -> [String] {
    let outcome = try await program.run(["lint", "--format", "xcode"] + arguments, shell: shell, in: git.folder.path)
    #expect(outcome.status == status, "\(outcome.errors)")
    let root = git.folder.path.string + "/"
    return outcome.output.split(separator: "\n").map { line in
      line.replacing(root, with: "").split(separator: ":").prefix(2).joined(separator: ":")
    }
  }

  @Test func `--staged reads the index`() async throws {
    try await withTree { git, program in
      try git.write("Sources/A.swift", "let zero = 0\n" + Self.bad)
      try git.git("add", "Sources/A.swift")
      // Not staged: fixed here, and wrong elsewhere.
      try git.write("Sources/A.swift", "let zero = 0\nlet a = 1\nlet b = 2;\n")
      try git.write("Sources/B.swift", Self.bad)
      #expect(try await places(program, ["--staged"], in: git) == ["Sources/A.swift:2"])
      #expect(try await places(program, ["--worktree"], in: git) == ["Sources/A.swift:3", "Sources/B.swift:1"])
      #expect(try git.git("status", "--porcelain") == "MM Sources/A.swift\n?? Sources/B.swift\n")
    }
  }

  @Test func `--staged works before the first commit`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write("A.swift", Self.bad)
      try git.git("add", "A.swift")
      let program = try BuiltProgram(in: folder)
      #expect(try await places(program, ["--staged"], in: git) == ["A.swift:1"])
    }
  }

  @Test func `--pre-push reads the pushed commits`() async throws {
    try await withTree { git, program in
      let base = try git.git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
      try git.write("Sources/B.swift", Self.bad)
      try git.commit("pushed")
      let head = try git.git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
      try git.write("Sources/C.swift", Self.bad)
      let zero = String(repeating: "0", count: 40)
      let input = { (local: String, remote: String) in
        "echo refs/heads/x \(local) refs/heads/x \(remote) | \"$0\" \"$@\""
      }
      #expect(try await places(program, ["--pre-push"], in: git, shell: input(head, base)) == ["Sources/B.swift:1"])
      // A new branch without a remote: everything in it.
      #expect(try await places(program, ["--pre-push"], in: git, shell: input(head, zero)) == ["Sources/B.swift:1"])
      #expect(try await places(program, ["--pre-push"], in: git, shell: input(head, head)) == [])
      // A branch is deleted.
      let outcome = try await program.run(["lint", "--pre-push"], shell: input(zero, base), in: git.folder.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let other = try await program.run(["lint", "--pre-push"], shell: "echo a b | \"$0\" \"$@\"", in: git.folder.path)
      #expect(other.status == 2)
    }
  }

  @Test func `--stdin checks text that is not saved to a file`() async throws {
    try await withTree { git, program in
      let shell = "printf 'let value = 1;\\n' | \"$0\" \"$@\""
      #expect(
        try await places(program, ["--stdin", "--stdin-path", "Sources/A.swift"], in: git, shell: shell)
          == ["Sources/A.swift:1"])
      #expect(try git.git("status", "--porcelain") == "")
      try git.write(".swiftlint.yml", "disabled_rules: [trailing_semicolon]\nexcluded: [Gen]\n")
      #expect(
        try await places(program, ["--stdin", "--stdin-path", "Sources/A.swift"], in: git, shell: shell) == [])
      let alone = try await program.run(["lint", "--stdin"], in: git.folder.path)
      #expect(alone.status == 2)
      #expect(alone.errors.hasPrefix("reviewbot: --stdin and --stdin-path PATH require each other"))
    }
  }

  @Test func `--scope selects the findings of changed lines, hunks or files`() async throws {
    try await withTree { git, program in
      let lines = (1...9).map { "let a\($0) = 0\n" }.joined()
      try git.write("Sources/A.swift", "let old = 0;\n" + lines + "let older = 0;\n" + lines)
      try git.commit("old")
      try git.write("Sources/A.swift", "let old = 0;\n" + lines + "let older = 0;\nlet new = 0;\n" + lines)
      let since = ["--since", "HEAD"]
      #expect(try await places(program, since, in: git) == ["Sources/A.swift:12"])
      #expect(
        try await places(program, since + ["--scope", "hunk"], in: git) == ["Sources/A.swift:11", "Sources/A.swift:12"])
      #expect(
        try await places(program, since + ["--scope", "file"], in: git)
          == ["Sources/A.swift:1", "Sources/A.swift:11", "Sources/A.swift:12"])
    }
  }

  @Test func `a file that was too long before is reported at a changed line when it grows by a tenth`() async throws {
    try await withTree { git, program in
      let lines = (1...420).map { "let a\($0) = 0\n" }
      try git.write("Sources/A.swift", lines.joined())
      try git.write("Sources/B.swift", lines.prefix(395).joined())
      try git.commit("long")
      try git.write("Sources/A.swift", "let b = 0\n" + lines.dropFirst().joined())
      #expect(try await places(program, ["--worktree"], in: git) == [])
      try git.write("Sources/A.swift", (1...19).map { "let b\($0) = 0\n" }.joined() + lines.joined())
      #expect(try await places(program, ["--worktree"], in: git) == [])
      try git.write("Sources/A.swift", (1...20).map { "let b\($0) = 0\n" }.joined() + lines.joined())
      try git.write("Sources/B.swift", (1...10).map { "let b\($0) = 0\n" }.joined() + lines.prefix(395).joined())
      #expect(
        try await places(program, ["--worktree"], in: git) == ["Sources/A.swift:20", "Sources/B.swift:10"])
    }
  }

  @Test func `a finding on a line that moved within its file is not reported`() async throws {
    try await withTree { git, program in
      try git.write("Sources/A.swift", "let a = 1;\nlet b = 2\nlet c = 3\nlet d = 4\n")
      try git.commit("old")
      try git.write("Sources/A.swift", "let b = 2\nlet c = 3\nlet d = 4\nlet a = 1;\n")
      #expect(try await places(program, ["--worktree"], in: git) == [])
    }
  }

  @Test(arguments: [
    (["--staged", "--all"], "--staged and --all exclude each other"),
    (["--since", "HEAD", "--worktree"], "--since REF and --worktree exclude each other"),
    (["--stdin-path", "a.swift"], "--stdin and --stdin-path PATH require each other"),
    (["--config", "a", "--swiftlint-config", "b"], "--config FILE and --swiftlint-config FILE exclude each other"),
    (["--baseline", "a", "--write-baseline", "b"], "--baseline FILE and --write-baseline FILE exclude each other"),
  ]) func `invalid combinations of options are rejected`(arguments: [String], sentence: String) async throws {
    try await withTree { git, program in
      let outcome = try await program.run(["lint"] + arguments, in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.errors == "reviewbot: \(sentence); see reviewbot lint --help\n")
    }
  }
}
