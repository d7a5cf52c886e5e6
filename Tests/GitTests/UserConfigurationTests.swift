// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

/// The settings of the user's git configuration that apply, and those that must not.
struct UserConfigurationTests {
  private func withRepository(
    _ body: (_ git: GitFixture, _ home: ScratchDirectory) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("work/repository"))
      try git.write("tracked.swift", "1\n")
      try git.commit("base")
      try git.write("scratch.swift", "1\n")
      try git.write("new.swift", "1\n")
      try await body(git, try folder.folder("home"))
    }
  }

  private func changed(
    _ git: GitFixture, _ home: ScratchDirectory, _ environment: [String: String] = [:]
  ) async throws -> [String] {
    let variables = ["HOME": home.path.string, "GIT_CONFIG_NOSYSTEM": "1"].merging(environment) { $1 }
    return try await LocalChangeSource(environment: variables).localChange(around: git.folder.path, scope: .proposed)
      .changes.files.map(\.path)
  }

  enum Way: String, CaseIterable {
    case user, standard, xdg, global, system, counted, parameters, included, inFolder, onBranch
  }

  @Test(arguments: Way.allCases)
  func `files that the user's git ignores are ignored`(way: Way) async throws {
    try await withRepository { git, home in
      #expect(try await changed(git, home) == ["new.swift", "scratch.swift"])
      let ignored = "scratch.*\n"
      let file = try home.write("ign ore", ignored).string
      let setting = "[core]\n\texcludesFile = ~/\"ign ore\" ; mine\n"
      var environment: [String: String] = [:]
      switch way {
      case .user: try home.write(".gitconfig", setting)
      case .standard: try home.write(".config/git/ignore", ignored)
      case .xdg:
        try home.write("xdg/git/config", setting)
        environment = ["XDG_CONFIG_HOME": home.path.appending("xdg").string]
      case .global: environment = ["GIT_CONFIG_GLOBAL": try home.write("mine", setting).string]
      case .system:
        environment = ["GIT_CONFIG_SYSTEM": try home.write("system", setting).string, "GIT_CONFIG_NOSYSTEM": "0"]
      case .counted:
        environment = [
          "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.excludesFile", "GIT_CONFIG_VALUE_0": file,
        ]
      case .parameters: environment = ["GIT_CONFIG_PARAMETERS": "'core.x'='y' 'core.excludesFile=\(file)'"]
      case .included:
        try home.write(".gitconfig", "[include]\n\tpath = more/config\n")
        try home.write("more/config", setting)
      case .inFolder:
        try home.write(".gitconfig", "[includeIf \"gitdir:work/\"]\n\tpath = ~/work\n")
        try home.write("work", setting)
      case .onBranch:
        try home.write(".gitconfig", "[includeIf \"onbranch:ma*\"]\n\tpath = ~/work\n")
        try home.write("work", setting)
      }
      #expect(try await changed(git, home, environment) == ["new.swift"])
    }
  }

  @Test(arguments: ["gitdir:elsewhere/", "onbranch:other", "hasconfig:remote.*.url:x"])
  func `a condition that does not hold includes nothing`(condition: String) async throws {
    try await withRepository { git, home in
      try home.write(".gitconfig", "[includeIf \"\(condition)\"]\n\tpath = ~/work\n")
      try home.write("work", "[core]\n\texcludesFile = ~/ignore\n")
      try home.write("ignore", "scratch.*\n")
      #expect(try await changed(git, home) == ["new.swift", "scratch.swift"])
    }
  }

  @Test func `a configuration file that includes itself does not cause a loop`() async throws {
    try await withRepository { git, home in
      try home.write(".gitconfig", "[include]\n\tpath = .gitconfig\n\tpath = ~/.gitconfig\n")
      #expect(try await changed(git, home).count == 2)
    }
  }

  @Test func `programs in the user's configuration are not run`() async throws {
    try await withRepository { git, home in
      let script = try home.write("script", "#!/bin/sh\ntouch \(home.path)/ran\ncat\n")
      chmod(script.string, 0o755)
      try home.write(
        ".gitconfig",
        """
        [core]
          fsmonitor = \(script)
          hooksPath = \(home.path)
          sshCommand = \(script)
          editor = \(script)
        [filter "mine"]
          clean = \(script)
          smudge = \(script)
          process = \(script)
        [diff "mine"]
          textconv = \(script)
          command = \(script)
        [credential]
          helper = \(script)
        """)
      try git.write(".gitattributes", "*.swift filter=mine diff=mine\n")
      try git.write("tracked.swift", "2\n")
      #expect(try await changed(git, home).count == 4)
      #expect(!home.exists("ran"))
    }
  }

  @Test func `configuration files are read as git reads them`() async throws {
    let text = """
      # comment
      [core] ; comment
      \tname = plain value  ; comment
      \tquoted = "  spaces ; and # \\"quotes\\" \\\\ "  tail
      \tcontinued = one \\
      two
      \tEMPTY =
      \ttab = a\\tb\\nc
      [Section "Sub \\"Section\\" x"] key = 1
      [old.Style]
      \tkey-2 = 2
      [bool]
      \tisSet
      [core]
      \tname = again

      """
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("repository"))
      let file = try folder.write("config", text)
      let expected = try git.git("config", "--file", file.string, "--list", "-z").split(separator: "\0").map(
        String.init)
      let variables = GitConfigurationText.variables(in: Array(text.utf8)).map { variable in
        [variable.section, variable.subsection, variable.name].compactMap(\.self).joined(separator: ".")
          + (variable.value.map { "\n\($0)" } ?? "")
      }
      #expect(variables == expected)
    }
  }

  @Test(arguments: [
    "", "[", "[a", "[a \"", "[a \"b", "=", "a", "[a]\nb = \"", "[a]\nb = \\", "[a]\n=", "\u{0}\n[a]\n\u{0}",
  ])
  func `text that is not a configuration has at most one variable`(text: String) {
    #expect(GitConfigurationText.variables(in: Array(text.utf8)).count <= 1)
  }
}
