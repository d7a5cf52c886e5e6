// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// The base that `lint` and `coverage` compare with, and their messages about it.
struct LintBaseTests {
  private static let bad = "let a = 1;\n"

  /// A clone with the checked-out and pushed branch `feature`, which adds `Sources/B.swift`.
  private func withPushedBranch(_ body: (GitFixture, BuiltProgram) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let server = try GitFixture(in: folder.folder("server"))
      try server.write("Sources/A.swift", "let zero = 0\n")
      try server.write(".gitignore", "ignored.swift\n")
      try server.write("Tests/A.swift", "let zero = 0\n")
      try server.write(".reviewbot.yml", "version: 1\nlint: {excluded: [Sources/Made.swift]}\n")
      try server.commit("base")
      let clone = GitFixture(existing: try folder.folder("clone"))
      try clone.git("clone", "--quiet", server.url, ".")
      try clone.git("checkout", "--quiet", "-b", "feature")
      try clone.write("Sources/B.swift", Self.bad)
      try clone.commit("feature")
      try clone.git("push", "--quiet", "--set-upstream", "origin", "feature")
      try await body(clone, BuiltProgram(in: folder))
    }
  }

  private static let base = "origin/main (origin/HEAD)"

  @Test func `a pushed branch is checked, and the base is named`() async throws {
    try await withPushedBranch { git, program in
      let outcome = try await program.run(["lint"], in: git.folder.path)
      #expect(outcome.output.hasPrefix("Sources/B.swift:1:10: warning: "))
      #expect(
        outcome.errors == "reviewbot: 1 finding (0 errors) in 1 changed file since \(Self.base); "
          + "1 can be corrected: reviewbot lint --fix\n")
      let unpushed = try await program.run(["lint", "--unpushed"], in: git.folder.path)
      #expect(unpushed.output == "")
      #expect(
        unpushed.errors
          == "reviewbot: nothing was checked: no file that a rule checks has changed since origin/feature (upstream); "
          + "--all checks every file\n")
      let diff = try await program.run(["lint", "--diff"], in: git.folder.path)
      #expect(diff.output.contains("+let a = 1\n"))
      #expect(diff.errors == "reviewbot: compared with \(Self.base)\n")
      let both = try await program.run(["lint", "--unpushed", "--all"], in: git.folder.path)
      #expect(both.errors.hasPrefix("reviewbot: --unpushed and --all exclude each other"))
    }
  }

  @Test(arguments: ["json", "sarif", "github", "gitlab", "checkstyle", "junit", "xcode", "swiftlint-json"])
  func `in formats for programs, the base is named on the standard error`(format: String) async throws {
    try await withPushedBranch { git, program in
      let outcome = try await program.run(["lint", "--format", format], in: git.folder.path)
      #expect(outcome.errors == "reviewbot: compared with \(Self.base)\n")
      #expect(outcome.output.contains("origin/main") == ["json", "sarif"].contains(format))
      let quiet = try await program.run(["lint", "--quiet", "--format", format], in: git.folder.path)
      #expect(quiet.errors == "")
    }
  }

  @Test func `JSON has the base and what chose it`() async throws {
    struct Output: Decodable {
      let base: String
      let base_reason: String
      let merge_base: String
    }
    try await withPushedBranch { git, program in
      let outcome = try await program.run(
        ["lint", "--format", "json"], environment: ["GITHUB_BASE_REF": "main"], in: git.folder.path)
      let output = try JSONDecoder().decode(Output.self, from: Data(outcome.output.utf8))
      #expect(output.base == "origin/main")
      #expect(output.base_reason == "GITHUB_BASE_REF")
      #expect(output.merge_base == (try git.id("main").hex))
    }
  }

  @Test(
    arguments: [
      (["Sources/A.swift"], [], "Sources/A.swift is unchanged since origin/main; --all checks it"),
      (["Sources/A.swift"], ["--staged"], "Sources/A.swift is unchanged since HEAD; --all checks it"),
      (["Sources/B.swift"], ["--unpushed"], "Sources/B.swift is unchanged since origin/feature; --all checks it"),
      (
        ["./Sources/A.swift", "Tests/A.swift"], [],
        "2 files are unchanged since origin/main; --all checks all; the first is Sources/A.swift"
      ),
      (["Sources/Made.swift"], [], "Sources/Made.swift was not checked: it is excluded by the configuration"),
      (["Sources/Made.swift"], ["--all"], "Sources/Made.swift was not checked: it is excluded by the configuration"),
      (["data.bin"], [], "data.bin was not checked: it is a binary file"),
      (["link.md"], [], "link.md was not checked: it is a symbolic link"),
      (["pipe"], ["--all"], "pipe was not checked: it is not a regular file"),
      (["ignored.swift"], [], "ignored.swift is ignored by git"),
      (["ignored.swift"], ["--all"], "ignored.swift is ignored by git"),
      (["Tests"], [], "Tests has no file that a rule checks and that has changed since origin/main; --all checks all"),
    ] as [([String], [String], String)])
  func `a named file or folder that is not looked at is named, and does not count as a pass`(
    paths: [String], options: [String], note: String
  ) async throws {
    try await withPushedBranch { git, program in
      try git.write("Sources/Made.swift", Self.bad)
      try git.write("ignored.swift", Self.bad)
      try git.write("data.bin", "\u{0}\u{1}")
      symlink("Sources/A.swift", git.folder.path.appending("link.md").string)
      mkfifo(git.folder.path.appending("pipe").string, 0o644)
      let outcome = try await program.run(["lint"] + options + paths, in: git.folder.path)
      #expect(outcome.status == 0)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("reviewbot: \(note)\n"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("no findings"))
    }
  }

  @Test func `a pointer of Git LFS is not a pass`() async throws {
    try await withPushedBranch { git, program in
      try git.write("Sources/P.swift", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
      let outcome = try await program.run(["lint", "P.swift"], in: git.folder.path.appending("Sources"))
      #expect(outcome.status == 1)
      let reason = "it is a pointer of Git LFS; fetch the file with git lfs pull"
      #expect(outcome.output == "P.swift:1:1: error: not checked: \(reason) (not_checked)\n")
      #expect(outcome.errors == "reviewbot: 1 finding (1 error); no file was checked\n")
    }
  }

  @Test func `a line end that only the compiler reads is not a pass, with and without a comparison`() async throws {
    try await withPushedBranch { git, program in
      try git.write("Sources/R.swift", "let r = 1\r")
      for scope in [[], ["--all"], ["--all"], ["--all", "--no-cache"]] {
        let outcome = try await program.run(["lint"] + scope + ["Sources/R.swift"], in: git.folder.path)
        #expect(outcome.status == 1)
        #expect(
          outcome.output.contains(
            "Sources/R.swift:1:1: error: not checked: line 1 has a carriage return without a line feed, "),
          "\(outcome.output)")
      }
    }
  }

  @Test func `paths are relative to the current folder`() async throws {
    try await withPushedBranch { git, program in
      try git.write("Sources/C.swift", "let c = 1;\n")
      try git.write("Tests/D.swift", "let d = 1;\n")
      let outcome = try await program.run(["lint"], in: git.folder.path.appending("Sources"))
      let places = outcome.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
      #expect(places.contains("C.swift") && places.contains("../Tests/D.swift"), "\(outcome.output)")
      #expect(
        outcome.errors.hasSuffix("; \(places.count) can be corrected: reviewbot lint --fix\n"), "\(outcome.errors)")
    }
  }

  @Test func `a file that is looked at beside another that is not is a pass with a note`() async throws {
    try await withPushedBranch { git, program in
      try git.write("Sources/C.swift", "let c = 1\n")
      let outcome = try await program.run(["lint", "Sources/C.swift", "Sources/A.swift"], in: git.folder.path)
      #expect(
        outcome.errors
          == """
          reviewbot: Sources/A.swift is unchanged since origin/main; --all checks it
          reviewbot: no findings in 1 changed file since \(Self.base)

          """)
      let excluded = try await program.run(
        ["lint", "--stdin", "--stdin-path", "Sources/Made.swift"], shell: "printf 'let a = 1;\\n' | \"$0\" \"$@\"",
        in: git.folder.path)
      #expect(
        excluded.errors
          == """
          reviewbot: Sources/Made.swift was not checked: it is excluded by the configuration
          reviewbot: nothing was checked: there is no file that a rule checks

          """)
    }
  }

  @Test(arguments: [
    ["lint"], ["lint", "Sources/B.swift"], ["coverage", "--lcov", "report.info"], ["lint", "--format", "sarif"],
  ]) func `a shallow checkout without the base of the variable is an error`(arguments: [String]) async throws {
    try await withPushedBranch { git, program in
      let shallow = GitFixture(existing: try program.folder.folder("shallow"))
      try shallow.git(
        "clone", "--quiet", "--depth", "1", "--branch", "feature", "file://\(program.folder.path)/server", ".")
      try shallow.write("report.info", "SF:Sources/B.swift\nDA:1,1\nend_of_record\n")
      let outcome = try await program.run(
        arguments, environment: ["GITHUB_BASE_REF": "main"], in: shallow.folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(
        outcome.errors
          == "reviewbot: cannot compare with \"main\" of GITHUB_BASE_REF: the checkout has no refs/remotes/origin/main; "
          + "fetch it with: git fetch --unshallow origin +refs/heads/main:refs/remotes/origin/main "
          + "(actions/checkout: fetch-depth: 0)\n")
    }
  }

  @Test func `coverage names its base, and measures a pushed branch`() async throws {
    struct Output: Decodable {
      let base: String
      let base_reason: String
    }
    try await withPushedBranch { git, program in
      try git.write("report.info", "SF:Sources/B.swift\nDA:1,1\nend_of_record\n")
      let arguments = ["coverage", "--lcov", "report.info"]
      let text = try await program.run(arguments, in: git.folder.path)
      #expect(text.output.contains("Changed since \(Self.base)"), "\(text.errors)")
      let json = try await program.run(arguments + ["--format", "json"], in: git.folder.path)
      let output = try JSONDecoder().decode(Output.self, from: Data(json.output.utf8))
      #expect(output.base == "origin/main")
      #expect(output.base_reason == "origin/HEAD")
      #expect(json.errors.hasPrefix("reviewbot: compared with \(Self.base)\n"))
      let unpushed = try await program.run(arguments + ["--unpushed", "--format", "lcov"], in: git.folder.path)
      #expect(unpushed.errors.hasPrefix("reviewbot: compared with origin/feature (upstream)\n"))
      let both = try await program.run(arguments + ["--unpushed", "--since", "main"], in: git.folder.path)
      #expect(both.errors.hasPrefix("reviewbot: --since REF and --unpushed exclude each other"))
    }
  }
}
