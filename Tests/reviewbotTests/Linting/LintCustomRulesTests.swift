// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
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
      #expect(passed.output == "without a bad example: no_tabs\nrules: 2, examples: 2, failed: 0\n")
      #expect(passed.status == 0)
      try git.write(".reviewbot.yml", Self.rules.replacing("good: [log(a)]", with: "good: [print()]"))
      let failed = try await program.run(["rules", "test"], in: git.folder.path)
      #expect(
        failed.output == """
          no_print: a good example has a finding at line 1
              print()
          without a bad example: no_tabs
          rules: 2, examples: 2, failed: 1

          """)
      #expect(failed.status == 1)
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
