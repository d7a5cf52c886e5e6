// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import Testing

/// Old findings and stale entries of a baseline, with real working trees.
struct LintBaselineTests {
  private static let stale = "trailing_semicolon in a.swift; remove them with reviewbot lint --prune-baseline\n"

  private func withTree(
    _ files: [String: String],
    _ body: (GitFixture, ([String]) async throws -> BuiltProgram.Outcome) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      for (path, text) in files { try git.write(path, text) }
      try git.commit("base")
      let program = try BuiltProgram(in: folder)
      try await body(git) { try await program.run(["lint"] + $0, in: git.folder.path) }
    }
  }

  @Test func `the configuration selects the findings that count, and a flag replaces it`() async throws {
    let text = "let a = 1;\nlet b = 1\nlet c = 1\nlet d = 1\nlet e = 1\nlet f = 1;\nlet g = 1\n"
    try await withTree(["a.swift": text]) { git, lint in
      try git.write("a.swift", text.replacing("let g = 1", with: "let g = 2;"))
      func found(_ configuration: String, _ arguments: [String] = []) async throws -> [Substring] {
        try git.write(".reviewbot.yml", "version: 1\nlint: \(configuration)\nrules: {trailing_semicolon: error}\n")
        let outcome = try await lint(["--worktree", "--quiet"] + arguments)
        #expect(outcome.status == 1)
        return outcome.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
      }
      #expect(try await found("{}") == ["a.swift:7:10:"])
      #expect(try await found("{scope: hunk}") == ["a.swift:6:10:", "a.swift:7:10:"])
      #expect(try await found("{scope: file}") == ["a.swift:1:10:", "a.swift:6:10:", "a.swift:7:10:"])
      #expect(try await found("{scope: file}", ["--scope", "added"]) == ["a.swift:7:10:"])
      #expect(try await found("{old: list}") == ["a.swift:7:10:", "a.swift:1:10:", "a.swift:6:10:"])
      #expect(try await found("{old: list}", ["--old", "hide"]) == ["a.swift:7:10:"])
    }
  }

  @Test func `old findings are listed without failing the run`() async throws {
    try await withTree(["a.swift": "let a = 1;\n"]) { git, lint in
      try git.write("a.swift", "let a = 1;\nlet b = 1\n")
      let outcome = try await lint(["--worktree", "--old", "list", "--strict", "--max-findings", "0"])
      #expect(outcome.status == 0)
      #expect(
        outcome.output
          == "a.swift:1:10: note: unnecessary trailing semicolon (trailing_semicolon, old)\n")
      #expect(
        outcome.errors == "reviewbot: no findings in 1 changed file since HEAD; 1 old finding, not counted\n")
    }
  }

  @Test func `stale entries fail with --strict-baseline and are removed by --prune-baseline`() async throws {
    let files = ["a.swift": "let a = 1;\nlet b = 1;\n", "b.swift": "let b = 1;\n", "gone.swift": "let g = 1;\n"]
    try await withTree(files) { git, lint in
      #expect(try await lint(["--write-baseline", "known.json"]).status == 0)
      try git.write(".reviewbot.yml", "version: 1\nlint: {baseline: known.json}\n")
      try git.commit("baseline")
      try git.write("a.swift", "let a = 1;\nlet b = 1\nlet c = 1;\n")
      // Of the changed file only.
      let strict = try await lint(["--worktree", "--strict-baseline", "--quiet"])
      #expect(strict.status == 1)
      #expect(strict.errors == "reviewbot: 1 entry of the baseline matches nothing: \(Self.stale)")
      #expect(try await lint(["--worktree", "--quiet"]).status == 0)
      // A rule that is off or a file that was not looked at proves nothing.
      try git.write(".reviewbot.yml", "version: 1\nlint: {baseline: known.json}\nrules: {trailing_semicolon: off}\n")
      #expect(try await lint(["--all", "--strict-baseline"]).status == 0)
      try git.write(".reviewbot.yml", "version: 1\nlint: {baseline: known.json, excluded: [a.swift]}\n")
      #expect(try await lint(["--all", "--strict-baseline"]).status == 0)

      try git.write(".reviewbot.yml", "version: 1\nlint: {baseline: known.json, strict_baseline: true}\n")
      _ = try git.git("rm", "-q", "gone.swift")
      #expect(try await lint(["b.swift", "--prune-baseline"]).errors.hasPrefix("reviewbot: removed 0 entries from"))
      let all = try await lint(["--all"])
      #expect(all.status == 1)
      #expect(all.errors.contains("2 entries of the baseline match nothing: trailing_semicolon in a.swift, "))
      let pruned = try await lint(["--prune-baseline"])
      #expect(pruned.errors.hasPrefix("reviewbot: removed 2 entries from the baseline \(git.folder.path)/known.json\n"))
      let known = try git.folder.text("known.json")
      #expect(known.contains("a.swift") && known.contains("b.swift") && !known.contains("gone.swift"))
      // The new finding did not come in.
      #expect(pruned.output.hasPrefix("a.swift:3:10: warning:"))
      #expect(try await lint(["--all"]).status == 0)
    }
  }

  @Test func `there is no baseline to prune without one, or with one of SwiftLint`() async throws {
    try await withTree(["a.swift": "", "swiftlint.json": "[]"]) { _, lint in
      let missing = try await lint(["--prune-baseline"])
      #expect(missing.status == 2)
      #expect(
        missing.errors
          == "reviewbot: cannot prune the baseline: there is none; name it with --baseline FILE or the key "
          + "lint.baseline\n")
      let foreign = try await lint(["--prune-baseline", "--baseline", "swiftlint.json"])
      #expect(foreign.status == 2)
      #expect(foreign.errors.hasPrefix("reviewbot: cannot prune the baseline swiftlint.json: it is SwiftLint's; "))
    }
  }
}
