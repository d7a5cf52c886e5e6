// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot lint`, `rules`, `explain` and `config` with rules of `lint.custom`.
struct LintCustomRulesTests {
  private static let rules = """
    version: 1
    lint:
      custom:
        - id: no_print
          pattern: print($$$ARGS)
          message: print of $ARGS
          fix: log($$$ARGS)
          examples:
            good: [log(a)]
            bad: [{code: "print(a, b)", fixed: "log(a, b)"}]
        - id: no_tabs
          regex: '\\t'
          in: files
          message: tab
          included: ["**/*.md"]

    """

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

  @Test func `lint reports and corrects findings of custom rules`() async throws {
    try await withTree([
      "extended.yml": Self.rules, ".reviewbot.yml": "version: 1\nextends: extended.yml\nrules: {preset: relaxed}\n",
      "a.swift": "func f() {\n  print(1)\n  print(2)  // reviewbot:disable:this no_print -- a tool\n}\n",
      "b.md": "a\tb\n",
    ]) { git, program in
      let lint = try await program.run(["lint", "--all", "--quiet"], in: git.folder.path)
      #expect(
        lint.output
          == "a.swift:2:3: warning: print of 1 (no_print)\nb.md:1:2: warning: tab (no_tabs)\n")
      let again = try await program.run(["lint", "--all", "--quiet"], in: git.folder.path)
      #expect(again.output == lint.output)
      let sarif = try await program.run(["lint", "--all", "--format", "sarif"], in: git.folder.path)
      #expect(sarif.output.contains("\"print of $ARGS\""))
      let diff = try await program.run(["lint", "--all", "--diff"], in: git.folder.path)
      #expect(diff.output.contains("-  print(1)\n+  log(1)\n"))
      _ = try await program.run(["lint", "--all", "--fix", "--quiet"], in: git.folder.path)
      let fixed = try String(contentsOfFile: git.folder.path.appending("a.swift").string, encoding: .utf8)
      #expect(fixed.hasPrefix("func f() {\n  log(1)\n  print(2)"))
    }
  }

  @Test func `rules, explain and config show custom rules`() async throws {
    try await withTree([
      "Shared/rules.yml": Self.rules, ".reviewbot.yml": "version: 1\nextends: [Shared/rules.yml]\n",
    ]) { git, program in
      let listed = try await program.run(["rules", "--format", "ids"], in: git.folder.path)
      #expect(listed.output.hasSuffix("no_print\nno_tabs\n"))
      let explained = try await program.run(["explain", "no_print"], in: git.folder.path)
      #expect(
        explained.output == """
          no_print: Custom Rule

          print of $ARGS

            kind: custom
            level: warning  (Shared/rules.yml)
            pattern: print($$$ARGS)
            fix: log($$$ARGS)

          Triggers it:

              print(a, b)

          Does not trigger it:

              log(a)

          Suppress a finding with // reviewbot:disable:this no_print -- REASON

          """)
      let shown = try await program.run(["config", "show", "--origin", "--changed"], in: git.folder.path)
      #expect(shown.output.contains("no_tabs") && shown.output.contains("# Shared/rules.yml\n"))
    }
  }

  @Test func `rules test checks the examples of custom rules`() async throws {
    try await withTree([".reviewbot.yml": Self.rules]) { git, program in
      let passed = try await program.run(["rules", "test"], in: git.folder.path)
      #expect(
        passed.output == """
          without a bad example: no_tabs
          without an example larger than 1 KB: no_print, no_tabs
          rules: 2, examples: 2, failed: 0

          """)
      #expect(passed.status == 0)
      let large = "good: [log(a), \"// \(String(repeating: "a", count: 1_022))\"]"
      try git.write(".reviewbot.yml", Self.rules.replacing("good: [log(a)]", with: large))
      #expect(
        try await program.run(["rules", "test"], in: git.folder.path).output
          .contains("without an example larger than 1 KB: no_tabs\n"))
      try git.write(".reviewbot.yml", Self.rules.replacing("good: [log(a)]", with: "good: [print()]"))
      let failed = try await program.run(["rules", "test"], in: git.folder.path)
      #expect(
        failed.output == """
          no_print: a good example has a finding at line 1
              print()
          without a bad example: no_tabs
          without an example larger than 1 KB: no_print, no_tabs
          rules: 2, examples: 2, failed: 1

          """)
      #expect(failed.status == 1)
    }
  }

  @Test(arguments: [1, 60, 20_000])
  func `a regex finds its matches wherever they are in a file`(lines: Int) async throws {
    // Few declarations: a program for debugging parses thousands for seconds, and the time of a parse is limited.
    let values = (1...lines).map { $0 % 40 == 1 ? "let value\($0) = \($0)\n" : "// value\($0)\n" }.joined()
    let header = (1...lines).map { "//  Line \($0) of a license header that each file begins with\n" }.joined()
    try await withTree([
      ".reviewbot.yml": """
      version: 1
      rules: {preset: relaxed}
      lint:
        custom:
          - {id: no_print, regex: '\\bprint\\(', message: no print, severity: error}

      """,
      "a.swift": "\(values)print(\"x\")\n", "swiftlint/a.swift": "\(header)class Late {}\n",
      "swiftlint/.swiftlint.yml": """
      only_rules: [custom_rules]
      custom_rules:
        non_final: {regex: '^\\s*(class) (?!func|var)', match_kinds: [keyword], severity: error}

      """,
    ]) { git, program in
      let own = try await program.run(["lint", "--all", "--quiet"], in: git.folder.path)
      #expect(own.output == "a.swift:\(lines + 1):1: error: no print (no_print)\n")
      #expect(own.status == 1)
      let swiftLint = try await program.run(
        ["lint", "--all", "--quiet", "--swiftlint-config", ".swiftlint.yml", "."],
        in: git.folder.path.appending("swiftlint"))
      #expect(swiftLint.output == "a.swift:\(lines + 1):1: error: regex matched (non_final)\n")
      #expect(swiftLint.status == 1)
    }
  }

  private static let stopped =
    "reviewbot: the custom rule slow was stopped in 2 files: its regex takes too many steps; the first is a.swift\n"
  private static let failed = "reviewbot: cannot pass: slow did not finish, and could have found errors\n"

  @Test(
    arguments: [
      ("error", [], 1, Self.stopped + Self.failed + "reviewbot: no findings in 3 files checked\n"),
      ("error", ["--quiet"], 1, Self.stopped + Self.failed),
      ("error", ["--quiet", "--format", "json"], 1, Self.stopped + Self.failed),
      ("error", ["--quiet", "--fix"], 1, Self.stopped + Self.failed),
      ("error", ["--quiet", "--write-baseline", "known.json"], 1, Self.stopped + Self.failed),
      ("warning", [], 0, Self.stopped + "reviewbot: no findings in 3 files checked\n"),
      ("warning", ["--quiet"], 0, ""), ("warning", ["--quiet", "--strict"], 1, Self.stopped + Self.failed),
    ] as [(String, [String], Int32, String)])
  func `a rule that was stopped fails the run if it could have found errors`(
    severity: String, arguments: [String], status: Int32, errors: String
  ) async throws {
    let slow = "let \(String(repeating: "a", count: 60)) = 1\n"
    try await withTree([
      ".reviewbot.yml": """
      version: 1
      rules: {preset: relaxed}
      lint:
        custom:
          - {id: slow, regex: '(a|a)*c', message: slow, severity: \(severity)}

      """,
      "a.swift": slow, "b.swift": slow,
    ]) { git, program in
      let outcome = try await program.run(["lint", "--all"] + arguments, in: git.folder.path)
      #expect(outcome.errors == errors)
      #expect(outcome.status == status, "\(outcome)")
      let list = try await program.run(["lint", "--all", "--format", "json"], in: git.folder.path)
      #expect(list.output.contains("its regex takes too many steps; the first is a.swift\""), "\(list)")
    }
  }

  @Test func `an invalid custom rule stops lint and is reported with its position`() async throws {
    try await withTree([
      ".reviewbot.yml": "version: 1\nlint:\n  custom:\n    - id: a\n      message: m\n      pattern: f(\n",
      "a.swift": "",
    ]) { git, program in
      let outcome = try await program.run(["lint", "--all"], in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.contains(
          ".reviewbot.yml:6:16: custom.a.pattern: the pattern does not parse at line 1, column 3: expected value and ')' to end function call"
        ))
    }
  }
}
