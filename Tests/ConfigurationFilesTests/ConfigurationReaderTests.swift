// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import ConfigurationFiles

struct ConfigurationReaderTests {
  private let reader = ConfigurationReader(catalogue: catalogue)

  @Test(arguments: [
    "version: 1", "version: 1\nbuild:\nrules: {}\n", "# mine & yours\nversion: 1 # !important *x, a && b, &c\n",
  ])
  func `missing keys have default values`(text: String) throws {
    #expect(try reader.read(text: text, file: "f") == ReviewConfiguration(catalogue: catalogue))
  }

  @Test func `keys of build, tests, coverage, comment, paths and rules are read`() throws {
    let text = """
      version: 1
      suppressions: fail
      build:
        package: Tools/Gen
        affected_only: true
        arguments: [--traits, "A,B", -Xswiftc, -DFAST]
        warnings: all
        time_limit: 90s
      tests:
        time_limit: 120s
        retries: 0
        flaky: pass
        base: run
        existing_failures: pass
      coverage:
        target: 72.5%
        threshold: 0.5
        partials: half
        min_lines: 10
        exclude: [Sources/Generated, "**/*+Generated.swift"]
        moved: include
        informational: false
        paths:
          - path: Sources/Core/**
            target: 90
            threshold: 1
          - {path: [Sources/A, "Sources/B/**"], target: auto, informational: true}
        project: {target: auto, threshold: 0.5, informational: false}
        base: run
        if_no_base: fail
        if_tests_failed: gate
        unmeasured: count_as_missed
        ignore_autoclosures_of: [precondition, log]
        exclude_unreachable: false
      comment: { when: problems, sections: [findings, files], details: open }
      paths: { exclude: [Vendor] }
      rules:
        force_try: error
        line_length: { severity: note, limit: 100, ignores_urls: false, excluded: ["Tests/**"] }
        todo: off
      """
    var expected = ReviewConfiguration(catalogue: catalogue)
    expected.suppressions = .fail
    expected.build.package = .folders(["Tools/Gen"])
    expected.build.affectedOnly = true
    expected.build.warnings = .all
    expected.tests.flakyTests.retries = 0
    expected.tests.flakyTests.policy = .pass
    expected.tests.base = .run
    expected.tests.existingFailures = .pass
    expected.build.timeLimit = "90s"
    expected.tests.timeLimit = "2m"
    expected.coverage.goal.target = .percent(try #require(PercentTarget("72.5")))
    expected.coverage.goal.threshold = PercentTarget("0.5")
    expected.coverage.partials = .half
    expected.coverage.minimumLines = 10
    expected.coverage.moved = .include
    expected.coverage.excluded = [try glob("Sources/Generated"), try glob("**/*+Generated.swift")]
    expected.coverage.goal.informational = .never
    expected.coverage.paths = [
      PathGoal(
        paths: [try glob("Sources/Core/**")],
        goal: CoverageGoal(target: .percent(try #require(PercentTarget("90"))), threshold: PercentTarget("1"))),
      PathGoal(
        paths: [try glob("Sources/A"), try glob("Sources/B/**")], goal: CoverageGoal(informational: .always)),
    ]
    expected.coverage.project = CoverageGoal(threshold: PercentTarget("0.5"), informational: .never)
    expected.coverage.base = .run
    expected.coverage.ifNoBase = .fail
    expected.coverage.ifTestsFailed = .gate
    expected.coverage.unmeasured = .countAsMissed
    expected.coverage.classification.ignoreAutoclosuresOf = ["precondition", "log"]
    expected.coverage.classification.excludesUnreachable = false
    expected.comment.when = .problems
    expected.comment.sections = [.findings, .files]
    expected.comment.details = .open
    expected.paths.exclude = [try glob("Vendor")]
    expected.rules["force_try"] = RuleChoice(isOn: true, severity: .error)
    expected.rules["line_length"] = RuleChoice(
      isOn: true, severity: .note, excluded: [try glob("Tests/**")], options: ["limit": 100, "ignores_urls": false])
    expected.rules["todo"]?.isOn = false
    var found = try reader.read(text: text, file: "f")
    #expect(found.build.arguments.list == ["--traits", "A,B", "-Xswiftc", "-DFAST"])
    found.build.arguments = BuildArguments()
    #expect(found == expected)
  }

  @Test(arguments: [
    ("auto", PackageSelection.auto), (".", .folders([""])), ("[App, Tools/Gen/]", .folders(["App", "Tools/Gen"])),
  ])
  func `the choice of packages is read and written`(text: String, selection: PackageSelection) throws {
    let reader = ConfigurationReader(catalogue: catalogue)
    let build = try reader.read(text: "version: 1\nbuild: {package: \(text)}\n", file: "f").build
    #expect(build.package == selection)
    let key = try #require(BuildSection.keys.first { $0.name == "package" })
    let again = try reader.read(text: "version: 1\nbuild: {package: \(key.text(build))}\n", file: "f").build
    #expect(again == build)
    let coded = try JSONDecoder().decode(BuildSection.self, from: JSONEncoder().encode(build))
    #expect(coded == build)
  }

  @Test func `coverage targets are unchanged after writing and reading`() throws {
    let text = """
      version: 1
      coverage:
        paths: [{path: [Sources/A, "b c"], target: 80, threshold: 1}]
        project: {target: 50, informational: false}
        ignore_autoclosures_of: [log]
      """
    let coverage = try reader.read(text: text, file: "f").coverage
    let lines = PatchPolicy.keys.map { "  \($0.name): \($0.text(coverage))\n" }.joined()
    #expect(try reader.read(text: "version: 1\ncoverage:\n\(lines)", file: "f").coverage == coverage)
    #expect(try JSONDecoder().decode(PatchPolicy.self, from: JSONEncoder().encode(coverage)) == coverage)
  }

  @Test(arguments: ["[]", "[../x]", "[A, A]", "{a: b}", "/x"])
  func `invalid packages are rejected`(text: String) {
    #expect(throws: ConfigurationError.self) {
      try ConfigurationReader(catalogue: catalogue).read(
        text: "version: 1\nbuild: {package: \(text)}\n", file: "f")
    }
  }

  @Test(arguments: [
    ("", ["1:1: the file is empty; add version: 1, or remove the file"]),
    ("- a", ["1:1: the file is not a mapping; begin the file with version: 1"]),
    ("build: {}", ["1:1: version is missing; begin the file with version: 1"]),
    ("version: 2", ["1:10: version: expected 1, found \"2\"; this version of reviewbot supports version 1"]),
    ("version: 01", ["1:10: version: expected 1, found \"01\"; this version of reviewbot supports version 1"]),
    (
      "version: 1\ncoverag:\n  target: 80\nbuild:\n  time_limt: 3m\n  package: ../x\n",
      [
        "2:1: unknown section \"coverag\"; did you mean coverage?",
        "5:3: unknown key \"time_limt\"; did you mean time_limit?",
        "6:12: package: expected a folder below the repository's root, such as Tools/Generator, found \"../x\"",
      ]
    ),
    (
      "version: 1\ncoverage: {target: no, min_lines: 012, partials: halb, threshold: 1:30}",
      [
        "2:20: target: expected auto or a percentage such as 80 or 72.5%, found \"no\"",
        "2:35: min_lines: expected a whole number from 0 to 1000000, found \"012\"",
        "2:50: partials: expected one of covered, half, missed, found \"halb\"; did you mean half?",
        "2:67: threshold: expected a percentage such as 80 or 72.5%, found \"1:30\"",
      ]
    ),
    (
      "version: 1\ncoverage:\n  informational: maybe\n  project: {target: 101, thresold: 1}\n  base: kept\n  unmeasured: ignore\n",
      [
        "3:18: informational: expected true, false or auto, found \"maybe\"",
        "4:21: project: target: expected auto or a percentage such as 80 or 72.5%, found \"101\"",
        "4:26: project: unknown key \"thresold\"; did you mean threshold?",
        "5:9: base: expected one of cached, run, off, found \"kept\"",
        "6:15: unmeasured: expected one of note, fail, count_as_missed, found \"ignore\"",
      ]
    ),
    (
      "version: 1\ncoverage:\n  paths:\n  - target: 80\n  - {path: [], target: x}\n  - path: /a\n    target: 80\n  - Sources\n",
      [
        "4:5: paths: path is missing",
        "5:12: paths: path: expected at least one path pattern, found none",
        "5:24: paths: target: expected auto or a percentage such as 80 or 72.5%, found \"x\"",
        "6:11: paths: path: invalid path pattern \"/a\"; write it relative to the root of the repository, as in Sources/**/*.swift",
        "8:5: paths: expected a mapping with path and target, found \"Sources\"",
      ]
    ),
    (
      "version: 1\ncoverage: {ignore_autoclosures_of: [log, a b], exclude_unreachable: 1}",
      [
        "2:42: ignore_autoclosures_of: expected the name of a function, such as precondition, found \"a b\"",
        "2:69: exclude_unreachable: expected true or false, found \"1\"",
      ]
    ),
    (
      "version: 1\ncoverage: {ignore_autoclosures_of: all}",
      ["2:36: ignore_autoclosures_of: expected standard or list of names, found \"all\""]
    ),
    (
      "version: 1\nbuild:\n\ttime_limit: 1m",
      ["3:1: YAML cannot be indented with tabs; use spaces"]
    ),
    (
      "version: 1\npaths: {exclude: [/a, b, ../c]}",
      [
        "2:19: exclude: invalid path pattern \"/a\"; write it relative to the root of the repository, as in Sources/**/*.swift",
        "2:26: exclude: invalid path pattern \"../c\"; write it relative to the root of the repository, as in Sources/**/*.swift",
      ]
    ),
    (
      "version: 1\ntests: {time_limit: 10}\npaths: {exclude: [a, /b]}",
      [
        "2:21: time_limit: expected a duration from 1s to 1d, found \"10\"; write a number and s, m, h or d, as in 90s",
        "3:22: exclude: invalid path pattern \"/b\"; write it relative to the root of the repository, as in Sources/**/*.swift",
      ]
    ),
    (
      "version: 1\nrules:\n  force_tri: off\n  force_try: of\n  line_length: {limt: 3, limit: 3, ignores_urls: yes}\n  todo: {place: txt, words: a}",
      [
        "3:3: unknown rule \"force_tri\"; did you mean force_try?",
        "4:14: force_try: expected one of off, on, note, warning, error, found \"of\"; did you mean off?",
        "5:17: unknown option of line_length \"limt\"; did you mean limit?",
        "5:33: limit: expected a whole number from 20 to 1000, found \"3\"",
        "5:50: ignores_urls: expected true or false, found \"yes\"",
        "6:17: place: expected one of comments, text, found \"txt\"; did you mean text?",
        "6:29: words: expected list of texts, found \"a\"",
      ]
    ),
    (
      "version: 1\nrules: {line_length: 100, todo: true, force_try: off}",
      [
        "2:22: line_length: expected one of off, on, note, warning, error, found \"100\"; write line_length: {limit: 100}",
        "2:33: todo: expected one of off, on, note, warning, error, found \"true\"; write todo: on",
      ]
    ),
    (
      "version: 1\nrules: {nothing_like_it: on}",
      ["2:9: unknown rule \"nothing_like_it\"; reviewbot rules lists the rules"]
    ),
    (
      "version: 1\nbuild: x\ntests: [a]",
      ["2:8: build: expected keys, found \"x\"", "3:8: tests: expected keys, found a list"]
    ),
    (
      "version: 1\nsandbox: {backend: none}\nforges: []\nbuild: {limits: 1, listen: x}",
      [
        "2:1: \"sandbox\" is a key of the operator's file; move it to the file of reviewbot serve --config",
        "3:1: \"forges\" is a key of the operator's file; move it to the file of reviewbot serve --config",
        "4:9: \"limits\" is a key of the operator's file; move it to the file of reviewbot serve --config",
        "4:20: \"listen\" is a key of the operator's file; move it to the file of reviewbot serve --config",
      ]
    ),
    ("version: 1\nversion: 1", ["1:1: duplicate key \"version\"; keep one of them"]),
    ("version: 1\n---\nversion: 1", ["2:1: the file contains more than one document; keep one of them"]),
    ("version: 1\nbuild: &b {}", ["2:8: anchors are not accepted; write the value where it is needed"]),
    (
      "&a version: 1\npaths: &b\n  ? &c exclude\n  : [&d x, &e \"*d\"]\nbuild: &f |\n  &g",
      ["1:1", "2:8", "3:5", "4:6", "4:12", "5:8"].map {
        "\($0): anchors are not accepted; write the value where it is needed"
      }
    ),
    ("version: 1\n\"*b\": 1\n\"*b\": \"&c\"", ["2:1: duplicate key \"*b\"; keep one of them"]),
    (
      "version: 1\npaths: {exclude: [*a, \"&a\"]}",
      ["2:19: aliases are not accepted; put quotes around a pattern that begins with *"]
    ),
    (
      "version: 1\npaths: {exclude: [*a]}",
      ["2:19: aliases are not accepted; put quotes around a pattern that begins with *"]
    ),
    (
      "version: 1\npaths: {exclude: [**/a]}",
      ["2:20: aliases are not accepted; put quotes around a pattern that begins with *"]
    ),
    ("version: !!int 1", ["1:10: tags are not accepted; remove the tag, the word that begins with !"]),
    ("version: 1\n!!str build: {}", ["2:1: a key must be a plain scalar"]),
    ("version: 1\n<<: {}", ["2:1: merge keys are not accepted; write the values where they are needed"]),
    ("version: 1\n? [a]\n: b", ["2:3: a key must be a plain scalar"]),
  ])
  func `all problems are reported with location and remedy`(text: String, problems: [String]) {
    #expect(found(text) == problems.map { "f:" + $0 })
  }

  @Test(arguments: [
    ("\"&a\"", "&a"), ("'- &a'", "- &a"), ("'x\n  &a [&b] *c'", "x &a [&b] *c"), ("x &a", "x &a"),
    ("x\n  &a", "x &a"), ("x # &a", "x"), ("x\n# y: &a\n  # - &a", "x"),
    ("|-\n  &a\n  b: &c # &d", "&a\nb: &c # &d"), (">-\n  x\n  - &a", "x - &a"), ("x&a", "x&a"), ("a && b", "a && b"),
    ("\"\u{e000}&a\"", "\u{e000}&a"),
  ])
  func `an ampersand that is not an anchor is text`(value: String, text: String) throws {
    var problems = ProblemList(file: "f")
    let root = try #require(YAMLText("key:\n  \(value)\n").root(&problems))
    guard case .mapping(let entries) = root.content else {
      Issue.record("\(root)")
      return
    }
    #expect(problems.found == [] && entries.map(\.value.content) == [.scalar(text)])
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      String(repeating: "[", count: 60_000), String(repeating: "{a: ", count: 16_000),
      String(repeating: "- ", count: 32_000), String(repeating: "? ", count: 32_000),
      "version: 1\nx: " + String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
      "version: 1\n" + String(repeating: "#", count: 65_536),
      "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + (0..<20).map { "a\($0): &a\($0 + 1) [*a\($0),*a\($0),*a\($0)]\n? *a\($0)\n: b\n" }.joined(),
      "a: &a [x,x,x,x,x,x,x,x,x]\n? [*a, '*a', \"&a\"]\n: b",
      "\u{0}", "\u{feff}\u{feff}", "a: \"\\u", "%YAML 9.9\n---\n", "'", "|", "\t- a", "a: b: c", "*", "&", "!", "@",
      "`",
      "? ? ? a", "[a, b", "{[a]: b, [a]: c}", "\"\\xff\"",
    ])
  func `oversized, deeply nested and malformed texts are rejected`(text: String) {
    #expect(!found(text).isEmpty)
  }

  @Test(arguments: HostileInputs.all)
  func `a problem quotes no hidden characters`(text: String) throws {
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    for file in ["version: \(quoted)", "version: 1\n\(quoted): 1", "version: 1\nrules: {\(quoted): 1}", text] {
      let problems = found(file)
      #expect(!problems.isEmpty && HostileInputs.hiddenScalars(in: problems.joined()) == [], "\(problems)")
    }
  }

  @Test func `problems of a file damaged at any position name the file`() {
    let text = Array(ConfigurationReference(catalogue: catalogue).defaultFile.utf8)
    let pieces = [
      "&a ", "*a", "!t ", "- ", ": ", "\n", "  ", "\"", "'", "[", "}", "|", ">", "? ", "#", "\u{0}", "---\n", "<<: ",
      "\t",
    ]
    // A fixed sequence, so that failures are reproducible.
    var number: UInt64 = 1
    var reported = 0
    for _ in 0..<400 {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let place = Int((number >> 33) % UInt64(text.count))
      let piece = pieces[Int((number >> 20) % UInt64(pieces.count))]
      let damaged = String(decoding: text[..<place] + Array(piece.utf8) + text[place...], as: UTF8.self)
      let problems = found(damaged)
      #expect(problems.allSatisfy { $0.hasPrefix("f:") }, "\(problems)")
      if !problems.isEmpty { reported += 1 }
    }
    // Damage in a comment is no problem.
    #expect(reported >= 40)
  }

  private func found(_ text: String) -> [String] {
    do {
      _ = try reader.read(text: text, file: "f")
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  private func glob(_ pattern: String) throws -> Glob {
    try #require(Glob(pattern))
  }
}
