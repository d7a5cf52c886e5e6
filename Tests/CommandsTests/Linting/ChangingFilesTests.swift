// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Git
import Linting
import ReviewContract
import ReviewTesting
import Rules
import SystemPackage
import Testing

@testable import Commands

/// Files that another process changes while they are checked.
struct ChangingFilesTests {
  private func withTree(_ body: (GitFixture, LintSession) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.commit("base")
      for name in ["a", "b", "c", "d", "e"] { try git.write("\(name).swift", "let \(name) = 1;\n") }
      try await body(git, LintSession(git: GitAssembly().localChanges, rules: BuiltInRulesAssembly()))
    }
  }

  private func request(in git: GitFixture) -> LintRequest { LintRequest(.local(.worktree), in: git.folder.path) }

  @Test func `a file that is removed or replaced before it is read is an error`() async throws {
    try await withTree { git, session in
      let root = git.folder.path
      var request = request(in: git)
      // After the comparison, and before the first file is read.
      request.progress = { step in
        guard case .files = step else { return }
        for name in ["a", "b", "c", "d"] {
          #expect(unlink(root.appending("\(name).swift").string) == 0)
        }
        #expect(mkfifo(root.appending("b.swift").string, 0o600) == 0)
        #expect(symlink("/etc/hosts", root.appending("c.swift").string) == 0)
        #expect(mkdir(root.appending("d.swift").string, 0o700) == 0)
      }
      let result = try await session.run(request)
      let unchecked = result.findings.filter(\.isAboutUncheckedFile)
      #expect(result.findings.filter { !$0.isAboutUncheckedFile }.map(\.path) == ["e.swift"])
      #expect(unchecked.map(\.path) == ["a.swift", "b.swift", "c.swift", "d.swift"])
      #expect(
        unchecked.map(\.message)
          == ["not checked: it does not exist"] + (1...3).map { _ in "not checked: it is not a regular file" })
      #expect(unchecked.allSatisfy { $0.severity == .error })
    }
  }

  @Test func `a file that becomes too large is an error`() async throws {
    try await withTree { git, session in
      let file = git.folder.path.appending("a.swift").string
      var request = request(in: git)
      request.progress = { step in
        if case .files = step { #expect(truncate(file, RuleLinter.maximumBytes + 1) == 0) }
      }
      let result = try await session.run(request)
      #expect(result.findings.map(\.path) == ["a.swift", "b.swift", "c.swift", "d.swift", "e.swift"])
      #expect(result.findings.first?.message == "not checked: it has more than 32 MiB")
    }
  }

  @Test func `a file that changed before its correction is written is not overwritten`() async throws {
    try await withTree { git, session in
      let (corrections, _) = try await session.correct(request(in: git))
      try git.write("a.swift", "let other = 1;\n")
      try FileManager.default.removeItem(atPath: git.folder.path.appending("b.swift").string)
      try FileManager.default.removeItem(atPath: git.folder.path.appending("c.swift").string)
      try git.folder.link("c.swift", to: "d.swift")
      #expect(
        corrections.write().sentences == [
          "a.swift was not corrected: it changed in the meantime", "b.swift was not corrected: it does not exist",
          "c.swift was not corrected: it is not a regular file",
        ])
      #expect(try git.folder.text("a.swift") == "let other = 1;\n")
      #expect(try git.folder.text("d.swift") == "let d = 1\n")
    }
  }
}
