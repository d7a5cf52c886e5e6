// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

/// The configuration of a review.
struct ConfigurationSourceTests {
  private let source = ConfigurationSource(
    catalogue: RuleCatalogue(rules: [
      RuleCatalogue.Rule(id: "force_try", summary: "Force.", severity: .warning, isOptIn: true),
      RuleCatalogue.Rule(id: "todo", summary: "Todo.", severity: .note, isOptIn: false),
    ]))

  private func workspace(_ configuration: String?, _ lintFiles: [String: String]) throws -> Workspace {
    let id = try #require(CommitID(String(repeating: "a", count: 40)))
    return Workspace(
      root: "/w", head: id, base: id, mergeBase: id, changes: ChangeSet(files: []), baseConfiguration: configuration,
      headConfiguration: "version: 1\nrules: {todo: error}\n", baseLintFiles: lintFiles)
  }

  @Test(arguments: [
    (nil, ["force_try"]), ("version: 1\nrules: {}", ["todo"]), ("version: 1\nlint: {swiftlint: ci/swiftlint.yml}", []),
  ]) func `the base's SwiftLint rules apply unless .reviewbot.yml has rules`(text: String?, rules: [String]) throws {
    let files = [
      ".swiftlint.yml": "disabled_rules: [todo]\nopt_in_rules: [array_init]", "ci/swiftlint.yml": "only_rules: []",
    ]
    var notes: [String] = []
    let configuration = try source.read(base: try workspace(text, files), notes: &notes)
    #expect(configuration.rules.filter { $0.value.isOn }.keys.sorted() == rules)
    #expect(notes == (text == nil ? ["the rule \"array_init\" of SwiftLint is not available"] : []))
  }

  @Test(arguments: [("version: 1\n", ["force_try"]), ("version: 1\nrules: {}\n", ["todo"])])
  func `a --config file replaces .reviewbot.yml but not .swiftlint.yml`(text: String, rules: [String]) async throws {
    try await withScratchDirectory { folder in
      try folder.write("own.yml", text)
      let named = try source.named(folder.path.appending("own.yml").string)
      var notes: [String] = []
      let base = try workspace("version: 2\n", [".swiftlint.yml": "disabled_rules: [todo]\nopt_in_rules: [force_try]"])
      let configuration = try source.read(base: base, named: named, notes: &notes)
      #expect(configuration.rules.filter { $0.value.isOn }.keys.sorted() == rules)
    }
  }

  @Test func `a file given with --config cannot extend other files`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("own.yml", "version: 1\nextends: other.yml\n")
      let file = folder.path.appending("own.yml").string
      #expect {
        try source.named(file)
      } throws: { error in
        "\(error)".contains(
          "\"\(file)\": a file given with --config cannot contain extends in a review; copy the extended files")
      }
    }
  }

  @Test func `the base's configuration extends files of the base, and a missing one is an error`() throws {
    let files = ["rules/team.yml": "version: 1\nrules: {todo: off}\n"]
    var notes: [String] = []
    let configuration = try source.read(
      base: try workspace("version: 1\nextends: rules/team.yml\n", files), notes: &notes)
    #expect(configuration.rules["todo"]?.isOn == false)
    #expect(throws: ConfigurationError.self) {
      try source.read(base: try workspace("version: 1\nextends: rules/gone.yml\n", files), notes: &notes)
    }
  }

  @Test func `the server's defaults stay in effect, and a looser value of the base is noted`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("server.yml", "version: 1\nrules: {todo: warning}\ncoverage: {target: 80}\n")
      let file = folder.path.appending("server.yml").string
      let guarded = try ConfigurationSource(catalogue: source.catalogue, defaultsFile: file)
      var notes: [String] = []
      let base = try workspace("version: 1\nrules: {todo: off}\ncoverage: {target: 90}\n", [:])
      let configuration = try guarded.read(base: base, notes: &notes)
      #expect(configuration.rules["todo"]?.level == "warning")
      #expect(configuration.coverage.goal.target.description == "90")
      #expect(
        notes == [
          ".reviewbot.yml:2: rules.todo: off is looser than the server's warning; the server's value applies; remove the key, or use a stricter value"
        ])
      // A repository without a file, and one whose file --config replaces.
      #expect(try guarded.read(base: try workspace(nil, [:]), notes: &notes).coverage.goal.target.description == "80")
      try folder.write("own.yml", "version: 1\ncoverage: {target: 10}\n")
      let named = try guarded.named(folder.path.appending("own.yml").string)
      #expect(try guarded.read(base: base, named: named, notes: &notes).coverage.goal.target.description == "80")
    }
  }

  @Test func `the error for an unreadable defaults file names the file and --defaults`() {
    #expect {
      _ = try ConfigurationSource(catalogue: source.catalogue, defaultsFile: "/nonexistent/server.yml")
    } throws: { error in
      "\(error)".contains("/nonexistent/server.yml") && "\(error)".contains("check --defaults")
    }
  }
}
