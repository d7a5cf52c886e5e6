// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot config`, `rules` and `explain`.
struct ConfigCommandTests {
  private func withTree(
    _ files: [String: String] = [:], _ body: (GitFixture, BuiltProgram) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      for (path, text) in files { try git.write(path, text) }
      try await body(git, BuiltProgram(in: folder))
    }
  }

  @Test func `init writes a valid file to the root and does not overwrite it`() async throws {
    try await withTree(["Sources/a.swift": ""]) { git, program in
      let folder = git.folder.path.appending("Sources")
      #expect(try await program.run(["config", "init"], in: folder).output == "wrote ../.reviewbot.yml\n")
      let again = try await program.run(["config", "init"], in: folder)
      #expect(again.status == 2)
      #expect(
        again.errors
          == "reviewbot: ../.reviewbot.yml already exists; edit it, or check it with reviewbot config check\n")
      let checked = try await program.run(["config", "check"], in: folder)
      #expect(checked.status == 0)
      #expect(checked.output == "the configuration is valid\n")
      // Nothing in it differs from the defaults.
      #expect(try await program.run(["config", "show", "--changed"], in: folder).output == "version: 1\n")
    }
  }

  @Test func `init offers and writes the settings of other programs`() async throws {
    let files = [
      ".swiftlint.yml": "disabled_rules: [todo]\nline_length: 90\n",
      "codecov.yml": "coverage: {status: {patch: {default: {target: 70%}}}}\n",
    ]
    try await withTree(files) { git, program in
      let plain = try await program.run(["config", "init"], in: git.folder.path)
      let flags = "--import .swiftlint.yml --import codecov.yml"
      #expect(plain.output.contains("instead: reviewbot config init \(flags)\n"), "\(plain.output)")
      // A file that was never edited is replaced.
      let words = ["config", "init"] + flags.split(separator: " ").map(String.init)
      let imported = try await program.run(words, in: git.folder.path)
      #expect(imported.status == 0 && imported.output == "wrote .reviewbot.yml\n", "\(imported)")
      let text = try git.folder.text(".reviewbot.yml")
      #expect(text.hasPrefix("# yaml-language-server: $schema=https://"), "\(text)")
      #expect(text.contains("  target: 70\n") && text.contains("warning: 90"), "\(text)")
      #expect(try await program.run(["config", "check"], in: git.folder.path).status == 0)
      let again = try await program.run(words, in: git.folder.path)
      #expect(again.status == 2 && again.errors.contains(".reviewbot.yml already exists"), "\(again)")
    }
  }

  @Test func `explain knows the rules about pull requests, with and without their prefix`() async throws {
    let text = "version: 1\npull_request: {rules: {size: {severity: error, lines: 90}}}\n"
    try await withTree([".reviewbot.yml": text]) { git, program in
      let short = try await program.run(["explain", "size"], in: git.folder.path).output
      #expect(short == (try await program.run(["explain", "pull_request.size"], in: git.folder.path).output))
      for line in [
        "pull_request.size: Keep pull requests small", "  level: error  (.reviewbot.yml)\n",
        "  lines: 90  (.reviewbot.yml)\n", "  files: 40  (default)\n", "      rules:\n        size: {",
      ] { #expect(short.contains(line), "\(line) in \(short)") }
      let labels = try await program.run(["explain", "labels"], in: git.folder.path).output
      #expect(labels.contains("the pull request's labels, so only check and serve run it"), "\(labels)")
      let ids = try await program.run(["rules", "--enabled", "--format", "ids"], in: git.folder.path).output
      #expect(ids.contains("\npull_request.size\n") && !ids.contains("pull_request.title"))
    }
  }

  @Test func `rules fits a terminal of 80 columns`() async throws {
    try await withTree { git, program in
      let shell = "script -qec \"stty cols 80; $0 $*\" /dev/null </dev/null"
      let lines = try await program.run(["rules"], shell: shell, in: git.folder.path).output.split(separator: "\r\n")
      #expect(lines.count > 200)
      for line in lines { #expect(line.count <= 80, "\(line)") }
      #expect(lines.contains("pull_request.size                         off      pull_request"), "\(lines.suffix(9))")
    }
  }

  @Test(arguments: [["config", "init"], ["hook", "install"], ["hook", "uninstall"]])
  func `init and hook commands fail outside of a repository`(arguments: [String]) async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(arguments)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("is not in a git repository"), "\(outcome.errors)")
    }
  }

  @Test func `check names the form of a rule about pull requests`() async throws {
    let text = "version: 1\nrules: {size: 500}\npull_request: {rules: {size: 500, changelog: true, commits: 3}}\n"
    try await withTree([".reviewbot.yml": text]) { git, program in
      let outcome = try await program.run(["config", "check"], in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors == """
          reviewbot: .reviewbot.yml:2:9: "size" is a rule about pull requests; write pull_request: {rules: {size: {lines: 500}}}
            .reviewbot.yml:3:30: size: expected one of off, on, note, warning, error, found "500"; write size: {lines: 500}
            .reviewbot.yml:3:46: changelog: expected one of off, on, note, warning, error, found "true"; write changelog: on
            .reviewbot.yml:3:61: commits: expected one of off, on, note, warning, error, found "3"; write commits: {maximum_length: 3}

          """)
    }
  }

  @Test(arguments: [
    ("size: 500", "1: \"size\" is a rule about pull requests; write pull_request: {rules: {size: {lines: 500}}}"),
    ("changelog: true", "1: \"changelog\" is a rule about pull requests; write pull_request: {rules: {changelog: on}}"),
    (
      "pull_request: {size: 500}",
      "16: \"size\" is a rule about pull requests; write pull_request: {rules: {size: {lines: 500}}}"
    ),
    (
      "rules: {pull_request.size: on}",
      "9: \"pull_request.size\" is a rule about pull requests; write pull_request: {rules: {size: on}}"
    ),
    ("line_length: 100", "1: \"line_length\" is a rule; write rules: {line_length: {warning: 100}}"),
    ("lint: {line_length: {warning: 100}}", "8: \"line_length\" is a rule; write rules: {line_length: …}"),
    ("pull_request: {rules: {todo: off}}", "24: \"todo\" is a rule; write rules: {todo: off}"),
    ("pull_request: {ruls: {}}", "16: unknown key \"ruls\"; did you mean rules?"),
  ]) func `check answers a rule in the wrong place with the form that works`(line: String, text: String) async throws {
    try await withTree([".reviewbot.yml": "version: 1\n\(line)\n"]) { git, program in
      let outcome = try await program.run(["config", "check"], in: git.folder.path)
      #expect(outcome.status == 2 && outcome.errors == "reviewbot: .reviewbot.yml:2:\(text)\n", "\(outcome.errors)")
    }
  }

  @Test func `check names file, line and remedy of each problem`() async throws {
    let text = "version: 1\ncoverage: {targt: 80}\nrules: {force_tri: on}\n"
    try await withTree([".reviewbot.yml": text]) { git, program in
      let outcome = try await program.run(["config", "check"], in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(
        outcome.errors
          == "reviewbot: .reviewbot.yml:2:12: unknown key \"targt\"; did you mean target?\n"
          + "  .reviewbot.yml:3:9: unknown rule \"force_tri\"; did you mean force_try?\n")
    }
  }

  @Test func `check notes a rule that is not run`() async throws {
    try await withTree([".swiftlint.yml": "only_rules: [force_try, unused_import]\n"]) { git, program in
      let outcome = try await program.run(["config", "check"], in: git.folder.path)
      #expect(outcome.status == 0)
      #expect(outcome.output == "the configuration is valid, with notes\n")
      #expect(
        outcome.errors == "reviewbot: the rule \"unused_import\" needs a compiler log and is not run\n")
    }
  }

  @Test func `check reads the file given with --config`() async throws {
    try await withTree([".reviewbot.yml": "version: 2\n", "other.yml": "version: 1\n"]) { git, program in
      #expect(try await program.run(["config", "check", "--config", "other.yml"], in: git.folder.path).status == 0)
      let gone = try await program.run(["config", "check", "--config", "gone.yml"], in: git.folder.path)
      #expect(gone.status == 2)
      #expect(gone.errors.hasPrefix("reviewbot: cannot read the configuration \"gone.yml\": "))
      let both = try await program.run(
        ["config", "check", "--config", "a", "--swiftlint-config", "b"], in: git.folder.path)
      #expect(both.status == 2)
      #expect(both.errors.contains("--config FILE and --swiftlint-config FILE exclude each other"))
    }
  }

  private static let both = [
    ".reviewbot.yml": "version: 1\nlint: {swiftlint: .swiftlint.yml}\nrules: {line_length: {error: 150}}\n",
    ".swiftlint.yml": "only_rules: [line_length, force_try]\nline_length: 100\n",
  ]

  @Test func `show --origin names the file of each value`() async throws {
    try await withTree(Self.both) { git, program in
      let shown = try await program.run(["config", "show", "--origin", "--changed"], in: git.folder.path)
      #expect(shown.status == 0)
      let lines = shown.output.split(separator: "\n")
      #expect(lines.contains("  swiftlint: \".swiftlint.yml\"  # .reviewbot.yml"))
      #expect(lines.contains("    warning: 100  # .swiftlint.yml"), "\(shown.output)")
      #expect(lines.contains("    error: 150  # .reviewbot.yml"), "\(shown.output)")
      // Without comments, the output is a configuration.
      let plain = try await program.run(["config", "show"], in: git.folder.path)
      try git.write("shown.yml", plain.output)
      let again = try await program.run(["config", "show", "--config", "shown.yml"], in: git.folder.path)
      #expect(again.output == plain.output)
    }
  }

  @Test func `show and check apply the defaults of a server`() async throws {
    try await withTree(Self.both) { git, program in
      try git.write("server.yml", "version: 1\nrules: {line_length: {error: 140}}\nlocked: [lint.baseline]\n")
      let arguments = ["--defaults", "server.yml"]
      let shown = try await program.run(["config", "show", "--origin", "--changed"] + arguments, in: git.folder.path)
      #expect(shown.status == 0)
      #expect(shown.output.contains("    error: 140  # server.yml\n"), "\(shown.output)")
      #expect(shown.output.contains("    warning: 100  # .swiftlint.yml\n"), "\(shown.output)")
      let note = ".reviewbot.yml:3: rules.line_length.error: 150 is looser than the server's 140"
      #expect(shown.errors.contains(note), "\(shown.errors)")
      #expect(try await program.run(["config", "check"] + arguments, in: git.folder.path).errors.contains(note))
      try git.write("server.yml", "version: 1\nextends: team.yml\n")
      let wrong = try await program.run(["config", "check"] + arguments, in: git.folder.path)
      #expect(wrong.status == 2)
      #expect(wrong.errors.contains("server.yml:2:1: defaults: extends: "), "\(wrong.errors)")
      let both = try await program.run(
        ["config", "check", "--swiftlint-config", ".swiftlint.yml"] + arguments, in: git.folder.path)
      #expect(both.errors.contains("--defaults FILE and --swiftlint-config FILE exclude each other"))
    }
  }

  @Test func `explain shows the origin of each option`() async throws {
    try await withTree(Self.both) { git, program in
      let text = try await program.run(["explain", "line_length"], in: git.folder.path).output
      for line in [
        "line_length: Line Length\n", "  warning: 100  (.swiftlint.yml)\n", "  error: 150  (.reviewbot.yml)\n",
        "  ignores_comments: false  (default)\n", "\nTriggers it:\n", "\nDoes not trigger it:\n",
        "// reviewbot:disable:this line_length -- REASON\n",
        "  documented in Documentation/rules/metrics.md#line_length\n",
      ] { #expect(text.contains(line), "\(line) in \(text)") }
    }
  }

  @Test(arguments: [
    (["explain", "lin_length"], "there is no rule lin_length; did you mean line_length?"),
    (["explain", "x\u{1b}[31my"], "there is no rule "), (["explain"], "missing expected argument <RULE>"),
    (["rules", "--format", "csv"], "invalid value \"csv\" for --format <FORMAT>"),
    (["rules", "--config", "gone.yml"], "cannot read the configuration \"gone.yml\""),
    (
      ["config", "import", "gone.yml"],
      "cannot determine which program gone.yml configures; name it with config import --from"
    ),
    (["config", "import", "codecov.yml"], "cannot read codecov.yml: there is no such file; check the name"),
    (["config", "import", ".", "--from", "codecov"], "cannot read .: it is a folder; name the file in it"),
    (["config", "import", "a.yml", "--from", "eslint"], "invalid value \"eslint\" for --from <PROGRAM>"),
    (["config"], "no command after \"reviewbot config\"; use one of init, check, show, import"),
    (["config", "chek"], "unknown command \"chek\"; did you mean check?"),
    (["hook", "install", "post-commit"], "invalid value \"post-commit\" for <HOOK>"),
    (["hook"], "no command after \"reviewbot hook\"; use one of install, uninstall"),
  ]) func `invalid arguments are rejected with an error message`(arguments: [String], text: String) async throws {
    try await withTree { git, program in
      let outcome = try await program.run(arguments, in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("reviewbot: \(text)"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("\u{1b}"))
    }
  }

  @Test func `import prints a configuration that config check accepts`() async throws {
    let files = [
      ".swiftlint.yml": "disabled_rules: [todo]\nline_length: 90\n",
      "codecov.yml": "coverage: {status: {patch: {default: {target: 70%}}}}\n",
      ".diff-cover.toml": "[tool.diff_cover]\nfail_under = 60\n",
    ]
    try await withTree(files) { git, program in
      for file in files.keys.sorted() {
        let imported = try await program.run(["config", "import", file], in: git.folder.path)
        #expect(imported.status == 0, "\(imported)")
        try git.write("new.yml", imported.output)
        let checked = try await program.run(["config", "check", "--config", "new.yml"], in: git.folder.path)
        #expect(checked.status == 0, "\(checked.errors)")
      }
      try git.write("bad.yml", "a: [\n")
      let bad = try await program.run(["config", "import", "bad.yml", "--from", "codecov"], in: git.folder.path)
      #expect(bad.status == 2)
      #expect(bad.errors.hasPrefix("reviewbot: bad.yml:2:1: the file is not YAML"), "\(bad.errors)")
    }
  }

  @Test func `rules lists the rules enabled by .swiftlint.yml, and works outside of a repository`() async throws {
    try await withTree([".swiftlint.yml": "only_rules: [todo, force_try]\nforce_try: warning\n"]) { git, program in
      let ids = try await program.run(["rules", "--format", "ids", "--enabled"], in: git.folder.path)
      #expect(ids.output == "force_try\ntodo\n")
      let table = try await program.run(["rules", "--enabled"], in: git.folder.path).output.split(separator: "\n")
      #expect(table.count == 3)
      #expect(table[1].hasPrefix("force_try   warning  "), "\(table)")
      let outside = try await program.run(["rules", "--format", "ids"])
      #expect(outside.status == 0)
      #expect(outside.output.split(separator: "\n").count > 100)
    }
  }
}
