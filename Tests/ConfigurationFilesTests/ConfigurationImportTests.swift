// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ReviewContract
import Testing

/// `reviewbot config import`.
struct ConfigurationImportTests {
  private func imported(
    _ text: String, from source: ConfigurationImport.Source
  ) throws(ConfigurationError) -> ConfigurationImport {
    try ConfigurationImport(text, of: "other.yml", from: source, catalogue: catalogue)
  }

  /// Checks that the imported text is a valid configuration.
  private func check(_ imported: ConfigurationImport) throws -> ReviewConfiguration {
    try ConfigurationReader(catalogue: catalogue).read(text: imported.text, file: "new")
  }

  @Test(arguments: [
    (".swiftlint.yml", ConfigurationImport.Source.swiftlint), ("my-swiftlint.yaml", .swiftlint),
    ("codecov.yml", .codecov), (".codecov.yaml", .codecov), (".diff-cover.toml", .diffCover),
    ("pyproject.toml", .diffCover), ("other.yml", nil),
  ]) func `the program is recognized by the file name`(name: String, source: ConfigurationImport.Source?) {
    #expect(ConfigurationImport.Source(fileName: name) == source)
  }

  @Test func `SwiftLint's rules, paths and baseline are imported`() throws {
    let imported = try imported(
      """
      only_rules: [force_try, array_init]
      force_try: error
      included: [Sources]
      excluded: [Sources/Generated]
      baseline: known.json
      custom_rules: {no_x: {regex: x}}
      """, from: .swiftlint)
    let configuration = try check(imported)
    #expect(configuration.rules["force_try"]?.level == "error")
    #expect(configuration.rules.filter { $0.value.isOn }.keys.sorted() == ["force_try"])
    #expect(configuration.lint.included.map(\.pattern) == ["Sources"])
    #expect(configuration.lint.excluded.map(\.pattern) == ["Sources/Generated"])
    #expect(configuration.lint.baseline == "known.json")
    #expect(imported.notes.first == "the rule \"array_init\" of SwiftLint is not available")
  }

  @Test func `codecov's statuses and ignored paths are imported`() throws {
    let imported = try imported(
      """
      coverage:
        status:
          patch: {default: {target: 80%, threshold: 1%, informational: true, only_pulls: true}}
          project: {default: {target: auto}, ui: {target: 90}}
      ignore: ["Tests/**", /outside]
      comment: {layout: diff}
      """, from: .codecov)
    let coverage = try check(imported).coverage
    #expect(coverage.target == PercentTarget("80").map { .percent($0) })
    #expect(coverage.threshold == PercentTarget("1"))
    #expect(coverage.informational == .always)
    #expect(coverage.exclude.map(\.pattern) == ["Tests/**"])
    #expect(
      imported.notes == [
        "coverage.status.patch.default.only_pulls is not imported",
        "coverage.status.project.ui is not imported", "ignore: cannot use the pattern \"/outside\"",
        "comment is not imported",
      ])
  }

  @Test(arguments: [("patch: off", true), ("patch: no", true), ("patch: true", false), ("patch: {default: {}}", false)])
  func `codecov's short statuses are read`(status: String, isInformational: Bool) throws {
    let coverage = try check(try imported("coverage: {status: {\(status)}}", from: .codecov)).coverage
    #expect((coverage.informational == .always) == isInformational)
  }

  @Test func `diff-cover's target and excluded files are imported`() throws {
    let imported = try imported(
      """
      [tool.other]
      fail_under = 1
      [tool.diff_cover]
      compare_branch = "origin/main"
      fail_under = 85.5  # percent
      exclude = [
        "setup.swift",
        'gen/*.swift', # generated
      ]
      quiet = true
      """, from: .diffCover)
    let coverage = try check(imported).coverage
    #expect(coverage.target == PercentTarget("85.5").map { .percent($0) })
    #expect(coverage.exclude.map(\.pattern) == ["**/setup.swift", "gen/*.swift"])
    #expect(
      imported.notes == [
        "compare_branch \"origin/main\": use reviewbot coverage --since REF", "quiet is not imported",
      ])
  }

  @Test(
    arguments: [
      (
        "coverage: {status: {patch: {default: {target: much}}}}", ConfigurationImport.Source.codecov,
        "invalid value \"much\""
      ),
      ("[tool.diff_cover]\nfail_under = much\n", .diffCover, "fail_under: invalid value \"much\""),
      ("[tool.diff_cover]\nexclude = ['../x']\n", .diffCover, "exclude: cannot use the pattern \"../x\""),
      ("[tool.diff_cover]\nexclude = [\n'a'", .diffCover, nil), ("", .diffCover, nil), ("x", .codecov, nil),
    ] as [(String, ConfigurationImport.Source, String?)]) func `invalid values are reported as notes`(
      text: String, source: ConfigurationImport.Source, note: String?
    ) throws
  {
    let imported = try imported(text, from: source)
    #expect(imported.notes.count == (note == nil ? 0 : 1))
    if let note { #expect(imported.notes[0].contains(note)) }
    _ = try check(imported)
  }

  @Test(arguments: [("a: [", ConfigurationImport.Source.codecov), ("[a]", .swiftlint), ("a: &b 1", .codecov)])
  func `the error for a malformed file names the file`(text: String, source: ConfigurationImport.Source) {
    let error = #expect(throws: ConfigurationError.self) { try imported(text, from: source) }
    #expect(error?.problems.first?.file == "other.yml")
  }
}
