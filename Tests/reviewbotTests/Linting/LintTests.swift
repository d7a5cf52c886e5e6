// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot lint` in real working trees.
struct LintTests {
  private struct Output: Decodable {
    let findings: [Finding]
  }

  /// A repository whose working tree has a finding of each kind, and an old one in `main`.
  private func withTree(
    _ body: (GitFixture, BuiltProgram) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write(".gitignore", "Ignored.swift\n")
      try git.write("Sources/Old.swift", "let old = 1;\n")
      try git.write("Sources/Unstaged.swift", "let a = 1\n")
      try git.commit("base")
      try git.git("checkout", "--quiet", "-b", "change")
      try git.write("Sources/Committed.swift", "let b = 1;\n")
      try git.commit("change")
      try git.write("Sources/Staged.swift", "let c = 1;\n")
      try git.git("add", "Sources/Staged.swift")
      try git.write("Sources/Unstaged.swift", "let a = 1\nlet d = 1;\n")
      try git.write("Other/Untracked.swift", "let e = 1;\n")
      try git.write("Ignored.swift", "let f = 1;\n")
      try await body(git, BuiltProgram(in: folder))
    }
  }

  @Test(arguments: [
    ([], ["Other/Untracked:1", "Sources/Committed:1", "Sources/Staged:1", "Sources/Unstaged:2"]),
    (["--since", "HEAD"], ["Other/Untracked:1", "Sources/Staged:1", "Sources/Unstaged:2"]),
    (
      ["--all"],
      ["Other/Untracked:1", "Sources/Committed:1", "Sources/Old:1", "Sources/Staged:1", "Sources/Unstaged:2"]
    ),
    (["Other"], ["Other/Untracked:1"]),
    (["Sources/Staged.swift", "Other"], ["Other/Untracked:1", "Sources/Staged:1"]),
    (["Sources/Old.swift"], []),
  ]) func `lint reports findings in the selected changes`(arguments: [String], places: [String]) async throws {
    try await withTree { git, program in
      let outcome = try await program.run(["lint", "--format", "json"] + arguments, in: git.folder.path)
      #expect(outcome.status == 0)
      let since = arguments.first == "--since" ? "HEAD" : "main"
      let unchanged =
        places.isEmpty ? "reviewbot: Sources/Old.swift is unchanged since main; --all checks it\n" : ""
      let compared = "reviewbot: compared with \(since)\n"
      #expect(outcome.errors == unchanged + (arguments == ["--all"] ? "" : compared))
      let findings = try ReportFile.decoder.decode(Output.self, from: Data(outcome.output.utf8)).findings
      #expect(findings.map { "\($0.path.dropLast(6)):\($0.range.startLine)" } == places)
      #expect(Set(findings.map(\.rule)).isSubset(of: ["trailing_semicolon"]))
    }
  }

  @Test func `a relative path is resolved against the current folder`() async throws {
    try await withTree { git, program in
      let outcome = try await program.run(["lint", "Staged.swift"], in: git.folder.path.appending("Sources"))
      #expect(
        outcome.output == "Staged.swift:1:10: warning: unnecessary trailing semicolon (trailing_semicolon)\n")
      #expect(
        outcome.errors == "reviewbot: 1 finding (0 errors) in 1 changed file since main; "
          + "1 can be corrected: reviewbot lint --fix\n")
    }
  }

  @Test func `an error in the change sets exit status 1`() async throws {
    try await withTree { git, program in
      try git.write(".reviewbot.yml", "version: 1\nrules: {trailing_semicolon: error}\n")
      #expect(try await program.run(["lint"], in: git.folder.path).status == 1)
      #expect(try await program.run(["lint", "Sources/Old.swift"], in: git.folder.path).status == 0)
    }
  }

  @Test(arguments: [
    (
      ["lint", ""], 2,
      "a path is empty; name a file or folder, or nothing for all; check that the variable in it is set"
    ),
    (["lint", "gone.swift"], 2, "\"gone.swift\" does not exist; name files and folders of the working tree"),
    (["lint", ".."], 2, "\"..\" is outside the working tree \"TREE\"; name files and folders inside"),
    (["lint", "--since", "gone"], 2, "\"TREE\" has no revision \"gone\"; fetch it, or name another"),
  ]) func `an invalid path or revision is reported`(arguments: [String], status: Int32, sentence: String) async throws {
    try await withTree { git, program in
      let outcome = try await program.run(arguments, in: git.folder.path)
      #expect(outcome.status == status)
      #expect(outcome.output == "")
      #expect(outcome.errors.replacing(git.folder.path.string, with: "TREE") == "reviewbot: \(sentence)\n")
    }
  }
}

extension EndToEnd {
  struct LintAndCheckTests {
    @Test func `lint and check report a finding with the same message`() async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"), base: SampleRepository.withoutTests)
        let program = try BuiltProgram(in: folder)
        let checked = try await program.run([
          "check", "--pr", "1", "--repo", repository.path.string, "--output", "report", "--sandbox", "none",
        ])
        #expect(checked.status == 0)
        try repository.git.git("checkout", "--quiet", "change")
        let linted = try await program.run(["lint", "--format", "json"], in: repository.path)
        let findings = try (Self.findings(linted.output), Self.findings(folder.text("report/report.json")))
        #expect(findings.0.count == 2)
        #expect(findings.0 == findings.1)
      }
    }

    private static func findings(_ text: String) throws -> [NSDictionary] {
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      return try #require((object as? [String: Any])?["findings"] as? [NSDictionary])
    }
  }
}
