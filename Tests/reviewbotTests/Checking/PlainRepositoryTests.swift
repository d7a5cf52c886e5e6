// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot check` of a repository without a forge.
struct PlainRepositoryTests {
  /// A repository with the checked-out branch `change`, which changes a document, and two pull requests: the branch, and
  /// a commit of `main`.
  private func withRepository(_ body: (GitFixture, BuiltProgram) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("repository"))
      try git.write("README.md", "One\n")
      try git.write(".reviewbot.yml", "version: 1\npull_request: {skip: {paths: [README.md]}}\n")
      try git.commit("first")
      try git.openPullRequest(2)
      try git.commit("second")
      try git.git("checkout", "--quiet", "-b", "change")
      try git.write("README.md", "Two\n")
      try git.commit("change")
      try git.openPullRequest(1)
      try await body(git, BuiltProgram(in: folder))
    }
  }

  @Test(arguments: [[], ["--base", "main"], ["--base", "refs/heads/main"]])
  func `the base is the default branch rather than the checked-out one, and every report names it`(
    arguments: [String]
  ) async throws {
    try await withRepository { git, program in
      let outcome = try await program.run(
        ["check", "#1", "--repo", ".", "--output", "report", "--sandbox", "none"] + arguments, in: git.folder.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let name = arguments.last ?? "main"
      #expect(outcome.errors.contains("base \(name)"), "\(outcome.errors)")
      #expect(outcome.output.contains(" against \(name), merge base "))
      let report = try ReportFile.decode(Data(git.folder.text("report/report.json").utf8))
      #expect(report.pullRequest.baseBranch == name)
      #expect(report.base == (try git.id("main")))
      #expect(try git.folder.text("report/report.md").contains(" against `\(name)`"))
      #expect(try git.folder.text("report/report.html").contains("<span>base <code>\(name)</code></span>"))
    }
  }

  @Test func `a dry run says that there is nothing to post`() async throws {
    try await withRepository { git, program in
      let outcome = try await program.run(
        ["check", "#1", "--repo", ".", "--output", "report", "--sandbox", "none", "--dry-run"], in: git.folder.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.output.contains("\nThere is nothing to post: a plain repository has no comments and no statuses.\n"),
        "\(outcome.output)")
    }
  }

  @Test func `the report of a URL names the default branch that the server names`() async throws {
    try await withRepository { git, program in
      try git.git("checkout", "--quiet", "main")
      try git.git("clone", "--quiet", "--mirror", git.url, "../bare.git")
      let outcome = try await program.run([
        "check", "1", "--repo", "file://\(program.folder.path)/bare.git", "--output", "report", "--sandbox", "none",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let report = try ReportFile.decode(Data(program.folder.text("report/report.json").utf8))
      #expect(report.pullRequest.baseBranch == "main")
    }
  }

  @Test(arguments: [[], ["--base", "change"]])
  func `a head without a commit beyond the base ends the run before anything is fetched or run`(
    arguments: [String]
  ) async throws {
    try await withRepository { git, program in
      let outcome = try await program.run(["check", "2", "--repo", "."] + arguments, in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors
          == "reviewbot: refs/pull/2/head has no commit that its base \(arguments.last ?? "main") lacks; add a commit to "
          + "it, or name another base with --base\n")
      #expect(program.names(in: "mirrors") == [])
    }
  }

  @Test(
    arguments: [(".build", []), (".build/reviewbot", []), ("out", ["--output", "out/report"])] as [(String, [String])])
  func `reports are not written through a link that the checkout holds`(
    link: String, arguments: [String]
  ) async throws {
    try await withRepository { git, program in
      let outside = try program.folder.folder("outside")
      if link.contains("/") { _ = try git.folder.folder(".build") }
      try FileManager.default.createSymbolicLink(
        atPath: git.folder.path.pushing(FilePath(link)).string, withDestinationPath: outside.path.string)
      try git.commit("link")
      let outcome = try await program.run(
        ["check", "1", "--repo", ".", "--sandbox", "none"] + arguments, in: git.folder.path)
      #expect(outcome.status == 3)
      #expect(
        outcome.errors
          == "reviewbot: cannot write the report to \"\(arguments.last ?? ".build/reviewbot")\": \"\(link)\" is a symbolic "
          + "link in the checkout \"\(git.folder.path)\"; name a folder outside of the checkout with --output\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path.string) == [])
    }
  }

  @Test func `the findings of lint are not written through a link that the checkout holds`() async throws {
    try await withRepository { git, program in
      let outside = try program.folder.folder("outside")
      try FileManager.default.createSymbolicLink(
        atPath: git.folder.path.appending("out").string, withDestinationPath: outside.path.string)
      try FileManager.default.createSymbolicLink(
        atPath: git.folder.path.appending("lint.sarif").string,
        withDestinationPath: outside.path.appending("target").string)
      let arguments = ["lint", "--all", "--format", "sarif", "--output"]
      let refused = try await program.run(arguments + ["out/lint.sarif"], in: git.folder.path)
      #expect(refused.status == 3)
      #expect(
        refused.errors.hasPrefix(
          "reviewbot: cannot write out/lint.sarif: \"out\" is a symbolic link in the checkout \"\(git.folder.path)\"; "
            + "name another file with --output"), "\(refused.errors)")
      let replaced = try await program.run(arguments + ["lint.sarif"], in: git.folder.path)
      #expect(!replaced.errors.contains("cannot write"))
      #expect(try git.folder.text("lint.sarif").contains("sarif-2.1.0"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path.string) == [])
    }
  }
}
