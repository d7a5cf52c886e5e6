// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot lint` and `rules` with the configuration of a repository.
struct LintConfigurationTests {
  private func withTree(
    _ files: [String: String], _ body: (GitFixture, BuiltProgram) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      for (path, text) in files { try git.write(path, text) }
      try git.commit("base")
      try await body(git, BuiltProgram(in: folder))
    }
  }

  private static let code = "let a = 1;\nlet b = try! c()\n"

  private func rules(_ program: BuiltProgram, _ arguments: [String], in git: GitFixture) async throws -> [String] {
    let outcome = try await program.run(
      ["lint", "--all", "--format", "swiftlint-json"] + arguments, in: git.folder.path)
    return try SwiftLintFinding.all(in: outcome, of: git).map { "\($0.file):\($0.line) \($0.rule)" }
  }

  @Test func `a .swiftlint.yml is applied, also in subfolders`() async throws {
    try await withTree([
      "A/a.swift": Self.code, "B/b.swift": Self.code, "C/c.swift": Self.code,
      ".swiftlint.yml": "only_rules: [trailing_semicolon, force_try]\nexcluded: [C]\n",
      "B/.swiftlint.yml": "disabled_rules: [force_try]\n",
    ]) { git, program in
      let found = try await rules(program, ["--no-cache"], in: git)
      #expect(
        found
          == ["A/a.swift:1 trailing_semicolon", "A/a.swift:2 force_try", "B/b.swift:1 trailing_semicolon"])
    }
  }

  @Test func `--swiftlint-config replaces all other configuration`() async throws {
    try await withTree([
      "A/a.swift": Self.code, ".swiftlint.yml": "only_rules: [trailing_semicolon]\n",
      ".reviewbot.yml": "version: 1\nrules: {force_try: off}\n", "ci/lint.yml": "only_rules: [force_try]\n",
    ]) { git, program in
      #expect(try await rules(program, ["--swiftlint-config", "ci/lint.yml"], in: git) == ["A/a.swift:2 force_try"])
      let listed = try await program.run(
        ["rules", "--format", "ids", "--enabled", "--swiftlint-config", "ci/lint.yml"], in: git.folder.path)
      #expect(listed.output == "force_try\n")
      let gone = try await program.run(["lint", "--swiftlint-config", "gone.yml"], in: git.folder.path)
      #expect(gone.status == 2)
      #expect(
        gone.errors
          == "reviewbot: cannot read the configuration \"gone.yml\": No such file or directory; "
          + "check --swiftlint-config and the file's permissions\n")
    }
  }

  @Test func `overrides apply only to matching files`() async throws {
    try await withTree([
      "Sources/a.swift": Self.code, "Tests/a.swift": Self.code,
      ".reviewbot.yml": """
      version: 1
      lint: {overrides: [{path: "Tests/**", rules: {force_try: off, trailing_semicolon: error}}]}
      rules: {force_try: on, trailing_semicolon: off}
      """,
    ]) { git, program in
      let found = try await rules(program, [], in: git)
      #expect(
        found == ["Sources/a.swift:2 force_try", "Tests/a.swift:1 trailing_semicolon"])
    }
  }

  @Test func `--strict, --max-findings and warning_threshold fail the run`() async throws {
    try await withTree(["a.swift": "let a = 1;\nlet b = 1;\n"]) { git, program in
      let run = { (arguments: [String]) in
        try await program.run(["lint", "--all", "--quiet"] + arguments, in: git.folder.path).status
      }
      #expect(try await run([]) == 0)
      #expect(try await run(["--strict"]) == 1)
      #expect(try await run(["--max-findings", "2"]) == 0)
      #expect(try await run(["--max-findings", "1"]) == 1)
      try git.write(".swiftlint.yml", "only_rules: [trailing_semicolon]\nwarning_threshold: 1\n")
      #expect(try await run([]) == 1)
      try git.write(".swiftlint.yml", "only_rules: [trailing_semicolon]\nwarning_threshold: 2\n")
      #expect(try await run([]) == 0)
    }
  }

  @Test func `a baseline hides known findings and reports stale entries`() async throws {
    try await withTree(["a.swift": "let a = 1;\nlet b = 1;\n"]) { git, program in
      let run = { (arguments: [String]) in
        try await program.run(["lint"] + arguments, in: git.folder.path)
      }
      let written = try await run(["--write-baseline", "known.json"])
      #expect(written.errors == "reviewbot: wrote 2 findings to the baseline known.json\n")
      try git.write("a.swift", "// A comment.\nlet c = 1;\nlet a = 1;\n")
      let found = try await run(["--all", "--baseline", "known.json", "--format", "xcode"])
      #expect(found.output.contains("/a.swift:2:10: warning:"))
      #expect(found.output.split(separator: "\n").count == 1)
      #expect(
        found.errors
          == "reviewbot: 1 entry of the baseline matches nothing: trailing_semicolon in a.swift; remove them with "
          + "reviewbot lint --prune-baseline\n")
      try git.write(".reviewbot.yml", "version: 1\nlint: {baseline: known.json}\n")
      #expect(try await run(["--all", "--quiet", "--format", "xcode"]).output == found.output)
    }
  }

  @Test func `--output writes a file`() async throws {
    try await withTree(["a.swift": "let a = 1;\n"]) { git, program in
      let outcome = try await program.run(
        ["lint", "--all", "--format", "sarif", "--output", "out.sarif"], in: git.folder.path)
      #expect(outcome.status == 0)
      #expect(outcome.output == "")
      #expect(try git.folder.text("out.sarif").contains("\"2.1.0\""))
      let refused = try await program.run(["lint", "--all", "--output", "gone/out"], in: git.folder.path)
      #expect(refused.status == 3)
      #expect(refused.errors.hasPrefix("reviewbot: cannot write gone/out; check --output"))
    }
  }

  @Test func `rules are listed as a table and as JSON`() async throws {
    try await withTree(["a.swift": "", ".reviewbot.yml": "version: 1\nrules: {force_try: error, todo: off}\n"]) {
      git, program in
      let table = try await program.run(["rules"], in: git.folder.path).output.split(separator: "\n")
      #expect(table.first?.hasPrefix("identifier") == true)
      #expect(table.contains { $0.hasPrefix("force_try ") && $0.contains(" error ") })
      #expect(table.contains { $0.hasPrefix("todo ") && $0.contains(" off ") })
      struct Rule: Decodable {
        let id: String
        let enabled: Bool
        let severity: String
      }
      let json = try await program.run(["rules", "--format", "json"], in: git.folder.path).output
      let rules = try JSONDecoder().decode([Rule].self, from: Data(json.utf8))
      #expect(rules.first { $0.id == "force_try" }?.severity == "error")
      #expect(rules.first { $0.id == "todo" }?.enabled == false)
      let enabled = try await program.run(["rules", "--format", "ids", "--enabled"], in: git.folder.path).output
      #expect(!enabled.split(separator: "\n").contains("todo"))
    }
  }
}
