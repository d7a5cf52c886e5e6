// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ConfigurationFiles

/// The combination of `.swiftlint.yml` and `.reviewbot.yml`.
struct SwiftLintLoadingTests {
  private func read(
    _ files: [String: String], _ text: String? = nil
  ) throws -> (configuration: ReviewConfiguration, notes: [String]) {
    var notes: [String] = []
    let configuration = try ConfigurationReader(catalogue: catalogue).read(
      text: text, file: "f", files: RepositoryFiles(files), notes: &notes)
    return (configuration, notes)
  }

  private func on(_ configuration: ReviewConfiguration) -> [String] {
    configuration.rules.filter { $0.value.isOn }.keys.sorted()
  }

  @Test(arguments: [
    (nil, ["force_try", "line_length"]),
    ("version: 1", ["force_try", "line_length"]),
    ("version: 1\nrules: {}", ["line_length", "todo"]),
    ("version: 1\nlint: {swiftlint: \"off\"}", ["line_length", "todo"]),
    ("version: 1\nlint: {swiftlint: other.yml}", ["line_length"]),
    ("version: 1\nlint: {swiftlint: other.yml}\nrules: {todo: on}", ["line_length", "todo"]),
    ("version: 1\nrules: {todo: on}\nlint: {swiftlint: other.yml}", ["line_length", "todo"]),
  ]) func `SwiftLint's file is read if named or without rules; rules override it`(text: String?, rules: [String]) throws
  {
    let files = [".swiftlint.yml": "disabled_rules: [todo]", "other.yml": "only_rules: [line_length]"]
    let (configuration, notes) = try read(files, text)
    #expect(on(configuration) == rules)
    #expect(notes == [])
  }

  @Test func `a rule in both files keeps the options of SwiftLint's file`() throws {
    let files = [".swiftlint.yml": "line_length: {limit: 80}"]
    let (configuration, _) = try read(
      files, "version: 1\nlint: {swiftlint: .swiftlint.yml}\nrules: {line_length: error}")
    #expect(configuration.rules["line_length"]?.options["limit"] == 80)
    #expect(configuration.rules["line_length"]?.severity == .error)
  }

  @Test func `a named SwiftLint file that is missing is reported as a note`() throws {
    #expect(
      try read([:], "version: 1\nlint: {swiftlint: gone.yml}").notes == ["lint.swiftlint: \"gone.yml\" was not found"])
    #expect(try read([:]).notes == [])
  }

  @Test func `an error in SwiftLint's file names the file`() {
    #expect {
      try read([".swiftlint.yml": "disabled_rules: ["])
    } throws: { error in "\(error)".hasPrefix(".swiftlint.yml:") }
  }

  @Test func `parent and child configurations are merged`() throws {
    let files = [
      ".swiftlint.yml": "parent_config: ci/base.yml\nchild_config: ci/strict.yml\ndisabled_rules: [line_length]",
      "ci/base.yml": "disabled_rules: [todo]\nline_length: {limit: 70}\nexcluded: [Gen]",
      "ci/strict.yml": "opt_in_rules: [line_length]\nstrict: true",
    ]
    let (configuration, notes) = try read(files)
    #expect(on(configuration) == ["force_try", "line_length"])
    #expect(configuration.rules["line_length"]?.options["limit"] == 70)
    #expect(configuration.rules["force_try"]?.severity == .error)
    #expect(configuration.lint.excluded == [try #require(Glob("ci/Gen"))])
    #expect(notes == [])
  }

  @Test(
    arguments: [
      ("included: [B]", ["1: included"]), ("excluded: [B]", ["1: excluded"]),
      ("todo: error\nbaseline: b.json\nwarning_threshold: 3", ["2: baseline", "3: warning_threshold"]),
      ("strict: true\nline_length: 80\nreporter: json", []),
    ] as [(String, [String])])
  func `keys about the whole run in the file of a folder are reported as notes`(text: String, keys: [String]) throws {
    let files = [".swiftlint.yml": "included: [A]\nexcluded: [C]\nbaseline: a.json\n", "A/.swiftlint.yml": text]
    #expect(try read(files).notes == keys.map { "A/.swiftlint.yml:\($0) has no effect in a folder's file" })
  }

  @Test func `one note names the rules of all files that are not run, unless it is hidden`() throws {
    let files = [
      ".swiftlint.yml": "opt_in_rules: [array_init, forse_try]",
      "A/.swiftlint.yml": "opt_in_rules: [strict_fileprivate]",
      "B/.swiftlint.yml": "analyzer_rules: [unused_import]",
    ]
    let unknown = "unknown rule \"forse_try\"; did you mean force_try?"
    let known =
      "3 rules of SwiftLint are not run: \"array_init\", \"strict_fileprivate\" are not available; "
      + "\"unused_import\" needs a compiler log"
    #expect(try read(files).notes == [known, unknown])
    #expect(try read(files, "version: 1\nlint: {unavailable_rules: note}").notes == [known, unknown])
    #expect(try read(files, "version: 1\nlint: {unavailable_rules: ignore}").notes == [unknown])
    var reader = ConfigurationReader(catalogue: catalogue)
    reader.hidesUnavailableRules = true
    var notes: [String] = []
    _ = try reader.read(text: nil, file: "f", files: RepositoryFiles(files), notes: &notes)
    #expect(notes == [unknown])
  }

  @Test func `cyclic and missing configurations are reported as notes`() throws {
    let files = [".swiftlint.yml": "child_config: a.yml", "a.yml": "child_config: .swiftlint.yml"]
    #expect(
      try read(files).notes == [
        "a.yml: child_config \".swiftlint.yml\" is part of a cycle, or too deep, and is not read"
      ])
    #expect(
      try read([".swiftlint.yml": "parent_config: gone.yml"]).notes == [
        ".swiftlint.yml: parent_config \"gone.yml\" was not found"
      ])
  }

  @Test func `a SwiftLint file in a folder applies to the files of the folder`() throws {
    let files = [
      ".swiftlint.yml": "line_length: {limit: 70}", "Tests/.swiftlint.yml": "disabled_rules: [force_try]",
      "Tests/Deep/.swiftlint.yml": "line_length: {limit: 200}",
    ]
    let (configuration, _) = try read(files)
    #expect(
      configuration.lint.overrides.map(\.paths) == [[try #require(Glob("Tests"))], [try #require(Glob("Tests/Deep"))]])
    #expect(
      configuration.lint.overrides.map { $0.rules.keys.sorted() } == [["force_try"], ["force_try", "line_length"]])
    #expect(configuration.lint.overrides[1].rules["line_length"]?.options["limit"] == 200)
  }

  @Test func `overrides change rules for some files`() throws {
    let (configuration, _) = try read(
      [:],
      """
      version: 1
      lint:
        overrides:
          - {path: "Tests/**", rules: {line_length: off}}
          - {path: [A, B], rules: {line_length: {limit: 200}, force_try: on}}
      rules: {line_length: {severity: error}}
      """)
    let overrides = configuration.lint.overrides
    #expect(overrides.map { $0.paths.map(\.pattern) } == [["Tests/**"], ["A", "B"]])
    #expect(overrides[0].rules.mapValues(\.isOn) == ["line_length": false])
    #expect(overrides[1].rules["line_length"]?.severity == .error)
    #expect(overrides[1].rules["line_length"]?.options["limit"] == 200)
    #expect(overrides[1].rules["force_try"]?.isOn == true)
  }

  @Test(arguments: [
    ("[{path: A, rules: {gone: on}}]", "f:2:38: unknown rule \"gone\""),
    ("[{rules: {todo: on}}]", "f:2:20: overrides: path is missing; add it"),
    ("[{path: /a, rules: {}}]", "f:2:27: path: invalid path pattern \"/a\""),
    ("{path: A}", "f:2:19: overrides: expected a list of mappings with path and rules, found a mapping"),
  ]) func `invalid overrides are reported with the reason`(text: String, problem: String) {
    #expect {
      try read([:], "version: 1\nlint: {overrides: \(text)}")
    } throws: { error in "\(error)".hasPrefix(problem) }
  }

  @Test func `a SwiftLint file that the caller names is the only one that is read`() throws {
    var notes: [String] = []
    let files = RepositoryFiles([".swiftlint.yml": "only_rules: [todo]", "A/.swiftlint.yml": "strict: true"])
    let configuration = try ConfigurationReader(catalogue: catalogue).read(
      swiftLint: "opt_in_rules: [all]", path: "all.yml", files: files, notes: &notes)
    #expect(on(configuration) == ["force_try", "line_length", "todo"])
    #expect(configuration.lint.overrides == [])
  }
}
