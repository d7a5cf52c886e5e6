// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
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
    #expect(coverage.goal.target == PercentTarget("80").map { .percent($0) })
    #expect(coverage.goal.threshold == PercentTarget("1"))
    #expect(coverage.goal.informational == .always)
    #expect(coverage.excluded.map(\.pattern) == ["Tests/**"])
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
    #expect((coverage.goal.informational == .always) == isInformational)
  }

  @Test(arguments: [
    "coverage: {status: {patch: {default: false}, project: {default: false}}}", "coverage: {status: off}",
    "coverage: {status: {patch: {default: {enabled: no}}, project: {default: {enabled: off}}}}", "coverage: false",
    "coverage: {status: {patch: {default: {enabled: no, informational: false}}, project: no}}",
  ])
  func `a status that is off in Codecov stays off`(text: String) throws {
    let imported = try imported(text, from: .codecov)
    let coverage = try check(imported).coverage
    #expect(coverage.goal.informational == .always && coverage.project.informational == .always)
    #expect(imported.notes == [])
    #expect(imported.text == "version: 1\n\ncoverage:\n  informational: true\n")
  }

  @Test func `keys of Codecov at the wrong place have a note, and ignored paths are read at either place`() throws {
    let imported = try imported(
      "coverage:\n  ignore:\n    - Demo\n    - \"Sources/App/Deprecated/*\"\n  patch:\n  default:\n    target: 80%\n",
      from: .codecov)
    #expect(try check(imported).coverage.excluded.map(\.pattern) == ["Demo", "Sources/App/Deprecated/*"])
    #expect(
      imported.notes == [
        "coverage.patch is not imported: Codecov reads it below coverage.status",
        "coverage.default is not imported: Codecov reads it below coverage.status",
      ])
  }

  @Test(
    arguments: [
      ("Sources/(Old|New)/.*", "Sources/{Old,New}/**"), ("^Legacy/.*", "Legacy/**"), ("^Legacy", "Legacy"),
      (#".*\.pb\.swift$"#, "**/*.pb.swift"), (#".*\.pb\.swift"#, "**/*.pb.swift"),
      (".*/Generated/.*", "*/**/Generated/**"),
      ("Sources/[^/]+/Gen/", "Sources/?*/Gen/**"), (".*Tests.*", "{**/*Tests*,**/*Tests*/**}"),
      ("^Sources/Old.*", "{Sources/Old*,Sources/Old*/**}"), ("./Demo/", "Demo/"), ("Demo", "Demo"),
      ("**/*.pb.swift", "**/*.pb.swift"),
      ("Sources/*.*", "Sources/*.*"), ("Sources/A+B.swift", "Sources/A+B.swift"),
      ("Sources/{A,B}/**", "Sources/{A,B}/**"),
      (#"Sources/A\.swift"#, "Sources/A.swift"), ("test_.*.swift", nil), ("!Sources/Gen/Keep.swift", nil),
      ("(?i)sources/.*", nil), (#"Sources/\w+/.*"#, nil), ("Sources/(A|B)+/.*", nil), ("Sources/(A|.*)/x", nil),
      ("Tests?/.*", nil), ("Sources/A(", nil), ("^", nil),
    ] as [(String, String?)])
  func `regular expressions of Codecov are translated, or have a note`(pattern: String, glob: String?) throws {
    let imported = try imported("ignore: ['\(pattern)']", from: .codecov)
    #expect(try check(imported).coverage.excluded.map(\.pattern) == [glob].compactMap(\.self))
    #expect(imported.notes.count == (glob == nil ? 1 : 0), "\(imported.notes)")
    if glob == nil { #expect(imported.notes.first?.contains("\" is not imported: ") == true) }
  }

  @Test(
    arguments: [
      (
        "*/Generated/*.swift", ["**/Generated/**/*.swift"], ["Sources/App/Generated/x.swift", "a/Generated/b/c.swift"],
        ["x.swift"]
      ),
      ("setup.swift", ["**/setup.swift"], ["setup.swift", "a/setup.swift"], ["a/setup.swift.txt"]),
      ("test_*.swift", ["**/test_*.swift"], ["a/test_b.swift"], ["a/testb.swift"]),
      (
        "src/test_*.swift", ["src/test_*.swift", "src/test_*/**/*.swift"],
        ["src/test_a.swift", "src/test_a/b/c.swift"],
        ["src/a/test_b.swift"]
      ),
      ("Sources/*", ["Sources/**"], ["Sources/a/b.swift"], ["a.swift"]),
      ("[Gg]en/a,b.swift", ["[Gg]en/a,b.swift"], ["gen/a,b.swift"], []),
    ] as [(String, [String], [String], [String])])
  func `file name patterns of diff-cover match across folders`(
    pattern: String, globs: [String], matches: [String], others: [String]
  ) throws {
    let coverage = try check(try imported("[tool.diff_cover]\nexclude = [\"\(pattern)\"]\n", from: .diffCover)).coverage
    #expect(coverage.excluded.map(\.pattern) == globs)
    #expect(matches.allSatisfy { path in coverage.excluded.contains { $0.matches(path) } })
    #expect(!others.contains { path in coverage.excluded.contains { $0.matches(path) } })
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
    #expect(coverage.goal.target == PercentTarget("85.5").map { .percent($0) })
    #expect(coverage.excluded.map(\.pattern) == ["**/setup.swift", "gen/**/*.swift"])
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
      ("[tool.diff_cover]\nexclude = [\n'a'", .diffCover, "exclude is not imported: expected a list of texts"),
      ("", .diffCover, "nothing is imported: the file has no section [tool.diff_cover]"), ("x", .codecov, nil),
      ("[tool.diff_cover]\n[tool.diff_quality]\nviolations = 'x'\n", .diffCover, "[tool.diff_quality] is not imported"),
      ("coverage: {status: {patch: {default: {threshold: x}}}}", .codecov, "default.threshold: invalid value \"x\""),
      ("coverage: {status: {patch: {default: {informational: x}}}}", .codecov, "informational: invalid value \"x\""),
      ("coverage: {status: {patch: maybe}}", .codecov, "coverage.status.patch is not imported: invalid value"),
      ("coverage: {status: {patch: {ui: {target: 3}}}}", .codecov, "coverage.status.patch.ui is not imported"),
      ("coverage: {status: {changes: true}}", .codecov, "coverage.status.changes is not imported"),
      ("coverage: {precision: 2}", .codecov, "coverage.precision is not imported"),
      ("ignore: {a: b}", .codecov, "ignore is not imported: expected a list of texts"),
      ("ignore: [[a]]", .codecov, "ignore[0] is not imported: it is not a text"),
      ("reporter: xcode\n", .swiftlint, "reporter is not imported"),
      ("warning_threshold: 3\n", .swiftlint, "warning_threshold is not imported"),
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
