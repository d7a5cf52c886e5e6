// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

/// `lint.linters` in `reviewbot lint`.
struct OtherLintersTests {
  private static let script = #"for f in "$@"; do grep -n bad "$f" | sed "s|^\([0-9]*\):.*|$f:\1: bad word|"; done"#
  private static let configuration = """
    version: 1
    rules: {preset: relaxed}
    lint:
      linters:
        words:
          command: [sh, lint.sh, "{files}"]
          format: lines
          regex: '^(?<path>[^:]+):(?<line>[0-9]+): (?<message>.+)$'

    """

  /// A repository with an old finding on `main`, and a change with a new one.
  private func withTree(_ body: (GitFixture, BuiltProgram) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write(".reviewbot.yml", Self.configuration)
      try git.write("lint.sh", Self.script)
      try git.write("a.swift", "let bad = 1\nlet b = 2\n")
      try git.commit("base")
      try git.git("checkout", "--quiet", "-b", "change")
      try git.write("a.swift", "let b = 2\nlet bad2 = 3\nlet bad = 1\n")
      try await body(git, BuiltProgram(in: folder))
    }
  }

  /// Lints without a sandbox, for machines that have none.
  private func lint(_ program: BuiltProgram, _ arguments: [String], in git: GitFixture) async throws
    -> BuiltProgram.Outcome
  {
    try await program.run(["lint", "--quiet", "--allow-linters"] + arguments, in: git.folder.path)
  }

  @Test func `only findings that the change added are reported`() async throws {
    try await withTree { git, program in
      let outcome = try await lint(program, [], in: git)
      // The line `let bad = 1` was moved.
      #expect(outcome.output == "a.swift:2:1: warning: bad word (words/finding)\n", "\(outcome)")
      let all = try await lint(program, ["--all"], in: git)
      #expect(all.output.split(separator: "\n").count == 2)
      #expect(program.names(in: "runs") == [])
    }
  }

  @Test func `--staged checks the index`() async throws {
    try await withTree { git, program in
      try git.git("add", "a.swift")
      try git.write("a.swift", "let fine = 1\n")
      #expect(
        try await lint(program, ["--staged"], in: git).output == "a.swift:2:1: warning: bad word (words/finding)\n")
      #expect(try await lint(program, [], in: git).output == "")
    }
  }

  @Test func `a baseline, suppression comments and formats apply to other linters`() async throws {
    try await withTree { git, program in
      let written = try await program.run(
        ["lint", "--allow-linters", "--write-baseline", "known.json"], in: git.folder.path)
      #expect(written.errors == "reviewbot: wrote 2 findings to the baseline known.json\n")
      try git.write(
        "a.swift",
        "let b = 2\nlet bad2 = 3\nlet bad = 1\nlet bad3 = 1\n// reviewbot:disable:next words/finding -- a test\nlet bad4 = 1\n"
      )
      let outcome = try await lint(program, ["--all", "--baseline", "known.json", "--format", "sarif"], in: git)
      #expect(outcome.output.contains("\"words/finding\""))
      #expect(outcome.output.matches(of: /"ruleId"/).count == 1)
      #expect(outcome.output.contains("\"startLine\" : 4") || outcome.output.contains("\"startLine\": 4"))
    }
  }

  @Test func `entries of the baseline are stale only if their linter ran`() async throws {
    try await withTree { git, program in
      _ = try await program.run(
        ["lint", "--allow-linters", "--write-baseline", "known.json"], in: git.folder.path)
      try git.write("a.swift", "let b = 2\n")
      let arguments = ["lint", "--all", "--baseline", "known.json"]
      let ran = try await program.run(arguments + ["--allow-linters"], in: git.folder.path)
      #expect(ran.errors.contains("2 entries of the baseline match nothing: words/finding in a.swift"), "\(ran)")
      try git.write("lint.sh", "exit 3\n")
      let failed = try await program.run(arguments + ["--allow-linters"], in: git.folder.path)
      #expect(failed.errors.contains("the linter words"), "\(failed)")
      #expect(!failed.errors.contains("of the baseline"))
      let skipped = try await program.run(
        arguments, environment: ["PATH": git.folder.path.string], in: git.folder.path)
      #expect(skipped.errors.contains("other linters were not run"), "\(skipped)")
      #expect(!skipped.errors.contains("of the baseline"))
    }
  }

  @Test(
    arguments: [
      ("", "exit 3\n", 1), ("severity: warning", "exit 3\n", 0),
      ("", "echo a.swift:2: \(String(repeating: "x", count: 20_000))\n", 1),
      ("severity: warning", "echo a.swift:2: \(String(repeating: "x", count: 20_000))\n", 0),
    ] as [(String, String, Int32)])
  func `a linter that did not finish fails the run if it could have found errors`(
    severity: String, script: String, status: Int32
  ) async throws {
    try await withTree { git, program in
      try git.write(
        ".reviewbot.yml", Self.configuration.replacing("format: lines", with: "format: lines\n      \(severity)"))
      try git.write("lint.sh", script)
      let outcome = try await program.run(["lint", "--all", "--allow-linters", "--quiet"], in: git.folder.path)
      #expect(outcome.output == "")
      #expect(outcome.status == status, "\(outcome)")
      #expect(outcome.errors.contains("cannot pass: words did not finish") == (status == 1), "\(outcome)")
    }
  }

  @Test func `--fix keeps the findings of other linters`() async throws {
    try await withTree { git, program in
      try git.write(
        ".reviewbot.yml", Self.configuration.replacing("{preset: relaxed}", with: "{trailing_semicolon: on}"))
      try git.write("a.swift", "let b = 2;\nlet bad2 = 3;\nlet bad = 1;\n")
      let outcome = try await lint(program, ["--fix"], in: git)
      #expect(try git.folder.text("a.swift") == "let b = 2\nlet bad2 = 3\nlet bad = 1\n")
      #expect(outcome.output == "a.swift:2:1: warning: bad word (words/finding)\n", "\(outcome)")
    }
  }

  @Test func `without a sandbox, other linters are not run, and a note names --allow-linters`() async throws {
    try await withTree { git, program in
      let outcome = try await program.run(
        ["lint"], environment: ["PATH": git.folder.path.string], in: git.folder.path)
      #expect(outcome.status == 0)
      #expect(outcome.output == "")
      #expect(
        outcome.errors.hasPrefix("reviewbot: other linters were not run (words): there is no sandbox (bwrap: "),
        "\(outcome.errors)")
      #expect(outcome.errors.contains("; --allow-linters runs the linters without a sandbox\n"))
    }
  }

  @Test func `text on standard input is not checked by other linters`() async throws {
    try await withTree { git, program in
      let outcome = try await program.run(
        ["lint", "--stdin", "--stdin-path", "a.swift"], shell: "echo bad | \"$0\" \"$@\"", in: git.folder.path)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("other linters were not run, because they need files: words\n"))
    }
  }

  @Test(.enabled(if: Bubblewrap.isUsable, "\(Bubblewrap.isMissing)"))
  func `with a sandbox, other linters cannot write sources or read outside files`() async throws {
    try await withTree { git, program in
      let secret = try program.folder.write("secret", "s")
      let attempts =
        "\ntouch a.swift 2>/dev/null && echo a.swift:2: written\ncat \(secret) 2>/dev/null && echo a.swift:2: read\n"
      try git.write("lint.sh", Self.script + attempts)
      let outcome = try await program.run(["lint", "--quiet"], in: git.folder.path)
      #expect(outcome.output == "a.swift:2:1: warning: bad word (words/finding)\n", "\(outcome)")
      #expect(program.names(in: "runs") == [])
    }
  }
}

extension EndToEnd {
  /// `lint.linters` in a whole review.
  struct OtherLintersReviewTests {
    private static let base: SampleRepository.Files = SampleRepository.withoutTests.merging([
      ".reviewbot.yml": """
      version: 1
      lint:
        linters:
          swift-format: on
          missing: {command: [no-such-linter], format: sarif}
      """,
      // The configuration of the base: two spaces are wrong.
      ".swift-format": #"{"version": 1, "indentation": {"spaces": 2}, "rules": {"DoNotUseSemicolons": true}}"#,
    ]) { $1 }
    private static let head: SampleRepository.Files = [
      ".reviewbot.yml": "version: 1\n",
      ".swift-format": #"{"version": 1, "rules": {"DoNotUseSemicolons": false}}"#,
    ]

    @Test(.thorough, arguments: Bubblewrap.isUsable ? ["none", "bwrap"] : ["none"])
    func `the base's linters run on the head's files in a separate stage`(sandbox: String) async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"), base: Self.base, head: Self.head)
        let checked = try await Checked(
          repository, by: BuiltProgram(in: folder), ["--sandbox", sandbox, "--test", "head"])
        let report = try #require(checked.report, "\(checked.outcome)")
        let stages = report.stages.map(\.name)
        let rules = try #require(stages.firstIndex(of: "rules"))
        #expect(stages[rules...].starts(with: ["rules", "linters"]), "\(stages)")
        let found = report.findings.filter { $0.rule.hasPrefix("swift-format/") }
        #expect(
          found.map { "\($0.place) \($0.rule) \($0.isInChange)" } == [
            "Sources/Sample/Sign.swift:6:11 swift-format/DoNotUseSemicolons true"
          ], "\(report.notes)")
        #expect(report.notes.contains { $0.hasPrefix("the linter missing was not run: ") }, "\(report.notes)")
        #expect(report.notes.contains("`.swift-format` changed; this review used main's version"))
        #expect(checked.markdown?.contains("swift-format/DoNotUseSemicolons") == true)
        #expect(checked.leftover == [])
      }
    }
  }
}
