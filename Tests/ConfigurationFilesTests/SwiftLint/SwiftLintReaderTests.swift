// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ConfigurationFiles

/// The interpretation of a `.swiftlint.yml`, feature by feature.
struct SwiftLintReaderTests {
  private static let rules = RuleCatalogue(rules: [
    RuleCatalogue.Rule(
      id: "line_length", summary: "Long.", severity: .warning, isOptIn: false,
      options: [
        RuleCatalogue.Option(name: "warning", summary: "Warning.", defaultValue: 120),
        RuleCatalogue.Option(name: "error", summary: "Error.", defaultValue: 200),
        RuleCatalogue.Option(name: "ignores_urls", summary: "URLs.", defaultValue: false),
      ]),
    RuleCatalogue.Rule(
      id: "identifier_name", summary: "Names.", severity: .error, isOptIn: false,
      options: [
        RuleCatalogue.Option(name: "min_length_warning", summary: "Warning.", defaultValue: 3),
        RuleCatalogue.Option(name: "min_length_error", summary: "Error.", defaultValue: 2),
        RuleCatalogue.Option(name: "excluded_names", summary: "Names.", defaultValue: [], format: .regex),
        RuleCatalogue.Option(
          name: "case_severity", summary: "Case.", defaultValue: "error", choices: ["off", "warning", "error"]),
      ]),
    RuleCatalogue.Rule(
      id: "missing_docs", summary: "Docs.", severity: .warning, isOptIn: true,
      options: [
        RuleCatalogue.Option(
          name: "warning", summary: "Warning.", defaultValue: ["open", "public"], choices: ["open", "public"]),
        RuleCatalogue.Option(name: "error", summary: "Error.", defaultValue: [], choices: ["open", "public"]),
        RuleCatalogue.Option(name: "exclude_ranges", summary: "Ranges.", defaultValue: []),
        RuleCatalogue.Option(name: "ios_extension_target", summary: "iOS.", defaultValue: "1"),
      ]),
    RuleCatalogue.Rule(id: "force_unwrapping", summary: "Force.", severity: .warning, isOptIn: true),
    RuleCatalogue.Rule(id: "our_own", summary: "Ours.", severity: .note, isOptIn: false),
  ])

  private func read(_ text: String, file: String = ".swiftlint.yml") throws -> SwiftLintConfiguration {
    try SwiftLintReader(file: file).read(text)
  }

  private func on(_ text: String) throws -> [String] {
    try read(text).choices(Self.rules).rules.filter { $0.value.isOn }.keys.sorted()
  }

  @Test(arguments: [
    ("", ["identifier_name", "line_length"]),
    ("disabled_rules: [line_length]", ["identifier_name"]),
    ("disabled_rules: line_length", ["identifier_name"]),
    ("disabled_rules: variable_name", ["line_length"]),
    ("opt_in_rules:\n  - force_unwrapping\n", ["force_unwrapping", "identifier_name", "line_length"]),
    ("opt_in_rules: [all]", ["force_unwrapping", "identifier_name", "line_length", "missing_docs"]),
    ("opt_in_rules: [all]\ndisabled_rules: [force_unwrapping]", ["identifier_name", "line_length", "missing_docs"]),
    ("opt_in_rules: [our_own]", ["identifier_name", "line_length", "our_own"]),
    ("only_rules: [force_unwrapping]", ["force_unwrapping"]),
    ("only_rules: [force_unwrapping]\nopt_in_rules: [our_own]", ["force_unwrapping"]),
    ("whitelist_rules: [line_length]", ["line_length"]),
  ]) func `rules are selected relative to SwiftLint's defaults`(text: String, rules: [String]) throws {
    #expect(try on(text) == rules)
  }

  @Test(
    arguments: [
      ("line_length: 100", ["warning": 100, "error": 0, "ignores_urls": false], Severity.warning),
      ("line_length: [100, 150]", ["warning": 100, "error": 150, "ignores_urls": false], .warning),
      ("line_length: {warning: 150}", ["warning": 150, "error": 0, "ignores_urls": false], .warning),
      ("line_length: {error: 150}", ["warning": 120, "error": 150, "ignores_urls": false], .warning),
      ("line_length: {error: }", ["warning": 120, "error": 0, "ignores_urls": false], .warning),
      ("line_length: error", ["warning": 120, "error": 200, "ignores_urls": false], .error),
      (
        "line_length:\n  warning: 90\n  error: 95\n  ignores_urls: true",
        ["warning": 90, "error": 95, "ignores_urls": true], .warning
      ),
      (
        "line_length: {ignores_urls: yes, severity: error}", ["warning": 120, "error": 200, "ignores_urls": true],
        .error
      ),
    ] as [(String, [String: OptionValue], Severity)])
  func `all forms of options are read`(text: String, options: [String: OptionValue], severity: Severity) throws {
    let (choices, notes) = try read(text).choices(Self.rules)
    #expect(choices["line_length"]?.options == options)
    #expect(choices["line_length"]?.severity == severity)
    #expect(notes == [])
  }

  @Test(arguments: [
    ("{min_length: 4}", 4, 0), ("{min_length: {warning: 5, error: 4}}", 5, 4), ("{min_length: {error: 1}}", 3, 1),
    ("{min_length: {warning: 5}}", 5, 0), ("{min_length: [6, 5]}", 6, 5), ("{min_length_warning: 7}", 7, 2),
  ]) func `nested levels of warning and error are read`(text: String, warning: Int, error: Int) throws {
    let (choices, notes) = try read("identifier_name: \(text)").choices(Self.rules)
    #expect(choices["identifier_name"]?.options["min_length_warning"] == .integer(warning))
    #expect(choices["identifier_name"]?.options["min_length_error"] == .integer(error))
    #expect(notes == [])
  }

  @Test(
    arguments: [
      ("type_contents_order", "{order: [subtype, [case, initializer]]}", "order", ["subtype", "case|initializer"], []),
      (
        "type_contents_order", "{order: [[case, cases], subtype]}", "order", ["subtype"],
        ["the rule type_contents_order: order: expected one of case, initializer, subtype, found \"cases\""]
      ),
      (
        "required_enum_case", "{A: {b: error, C: warning}, D: {e: Error}}", "cases",
        ["A.b: error", "A.C: warning", "D.e: error"], []
      ),
      (
        "required_enum_case", "{A: {b: often}, severity: error}", "cases", [],
        ["the rule required_enum_case: \"A\".\"b\": expected warning or error, found \"often\""]
      ),
      ("expiring_todo", "{date_delimiters: {opening: \"<\"}}", "date_delimiters_opening", "<", []),
    ] as [(String, String, String, OptionValue, [String])])
  func `groups of choices, required cases and nested texts are read`(
    id: String, text: String, option: String, value: OptionValue, problems: [String]
  ) throws {
    let (choices, notes) = try read("\(id): \(text)").choices(Self.nestedRules)
    #expect(choices[id]?.options[option] == value)
    #expect(notes == problems)
  }

  private static let nestedRules = RuleCatalogue(rules: [
    RuleCatalogue.Rule(
      id: "type_contents_order", summary: "Order.", severity: .warning, isOptIn: true,
      options: [
        RuleCatalogue.Option(
          name: "order", summary: "Order.", defaultValue: [], choices: ["case", "initializer", "subtype"],
          format: .groups)
      ]),
    RuleCatalogue.Rule(
      id: "required_enum_case", summary: "Cases.", severity: .warning, isOptIn: true,
      options: [RuleCatalogue.Option(name: "cases", summary: "Cases.", defaultValue: [])]),
    RuleCatalogue.Rule(
      id: "expiring_todo", summary: "Dates.", severity: .warning, isOptIn: true,
      options: [RuleCatalogue.Option(name: "date_delimiters_opening", summary: "Before.", defaultValue: "[")]),
  ])

  @Test func `the excluded names of identifier_name are not paths`() throws {
    let (choices, _) = try read("identifier_name: {excluded: [id, x]}").choices(Self.rules)
    #expect(choices["identifier_name"]?.options["excluded_names"] == ["id", "x"])
    #expect(choices["identifier_name"]?.excluded == [])
  }

  @Test(
    arguments: [
      ("{error: open}", ["warning": [], "error": ["open"]]), ("{warning: [open]}", ["warning": ["open"], "error": []]),
      ("{exclude_ranges: [{min: 1, max: 2.5}, {max: 4, min: 3}]}", ["exclude_ranges": ["1 2.5", "3 4"]]),
      ("{iOSExtension_target: 13.0}", ["ios_extension_target": "13.0"]),
    ] as [(String, [String: OptionValue])])
  func `lists of access levels, ranges and platforms are read`(text: String, options: [String: OptionValue]) throws {
    let (choices, notes) = try read("missing_docs: \(text)").choices(Self.rules)
    let found = try #require(choices["missing_docs"]).options
    #expect(found.filter { options[$0.key] != nil } == options)
    #expect(notes == [])
  }

  @Test(arguments: [
    ("false", "off"), ("true", "error"), ("off", "off"), ("warning", "warning"),
  ]) func `a severity can be a boolean`(text: String, expected: String) throws {
    let (choices, notes) = try read("identifier_name: {case_severity: \(text)}").choices(Self.rules)
    #expect(choices["identifier_name"]?.options["case_severity"] == .text(expected))
    #expect(notes == [])
  }

  @Test(
    arguments: [
      (
        "identifier_name: {excluded: [id, \"(\"]}", "identifier_name", "excluded_names", ["id"],
        "the rule identifier_name: excluded_names: invalid regular expression \"(\"; write it in ICU's syntax"
      ),
      (
        "missing_docs: {warning: [open, publik]}", "missing_docs", "warning", ["open"],
        "the rule missing_docs: warning: expected one of open, public, found \"publik\""
      ),
    ] as [(String, String, String, OptionValue, String)])
  func `an invalid entry of a list is left out with a note`(
    text: String, rule: String, option: String, value: OptionValue, note: String
  ) throws {
    let (choices, notes) = try read(text).choices(Self.rules)
    #expect(choices[rule]?.options[option] == value)
    #expect(notes == [note])
  }

  @Test(arguments: [
    (
      "opt_in_rules: [function_name_whitespace]",
      [".swiftlint.yml:1: function_name_whitespace: only the names of operators are checked"]
    ),
    ("opt_in_rules: [variable_name]", []), ("disabled_rules: [function_name_whitespace]", []),
  ]) func `a rule that does more in a later version is a note`(text: String, notes: [String]) throws {
    #expect(try read(text).notes == notes)
  }

  @Test func `the settings of a rule can have its name of another version`() throws {
    let choices = try read("variable_name: {min_length: 2}").choices(Self.rules).rules
    #expect(choices["identifier_name"]?.options["min_length_warning"] == 2)
  }

  @Test(arguments: [
    ("opt_in_rules: [array_init]", "the rule \"array_init\" of SwiftLint is not available"),
    ("array_init: error", "the rule \"array_init\" of SwiftLint is not available"),
    ("disabled_rules: [array_init, redundant_self, anyobject_protocol]", nil),
    ("opt_in_rules: [anyobject_protocol]", "the rule \"anyobject_protocol\" is removed from SwiftLint"),
    ("redundant_final: error", "the rule \"redundant_final\" of SwiftLint is not available"),
    (
      "opt_in_rules: [anyobject_protocol, redundant_final]",
      "2 rules of SwiftLint are not run: \"redundant_final\" is not available; \"anyobject_protocol\" is removed"
    ),
    (
      "analyzer_rules: [unused_private_declaration]",
      "the rule \"unused_declaration\" needs a compiler log and is not run"
    ),
    ("opt_in_rules: [force_unwraping]", "unknown rule \"force_unwraping\"; did you mean force_unwrapping?"),
    ("only_rules: [unused_import]", "the rule \"unused_import\" needs a compiler log and is not run"),
    ("analyzer_rules: [unused_import]", "the rule \"unused_import\" needs a compiler log and is not run"),
    ("analyzer_rules: [all]", nil),
    (
      "analyzer_rules: [unused_import]\nopt_in_rules: [array_init]\narray_init: error",
      "2 rules of SwiftLint are not run: \"array_init\" is not available; \"unused_import\" needs a compiler log"
    ),
    (
      "only_rules: [todoo, forse_try]",
      "2 unknown rules: \"forse_try\" (did you mean force_try?), \"todoo\" (did you mean todo?)"
    ),
    ("line_length: {wraning: 3}", "the rule line_length: unknown option \"wraning\""),
    (
      "line_length: {warning: x}",
      "the rule line_length: warning: expected a whole number from 0 to 1000000, found \"x\""
    ),
    ("line_length: {severity: note}", "the rule line_length: severity: expected warning or error, found \"note\""),
    ("reporter: xcode", nil),
    ("strict: maybe", ".swiftlint.yml:1: \"strict\": expected true or false, found \"maybe\""),
    (
      "parent_config: https://example.org/a.yml",
      ".swiftlint.yml:1: parent_config \"https://example.org/a.yml\" is a remote file, which is not fetched; copy it to the repository"
    ),
    ("child_config: ../a.yml", ".swiftlint.yml:1: child_config \"../a.yml\" is outside the repository and is not read"),
  ]) func `a setting without effect is reported in at most one note`(text: String, note: String?) throws {
    let configuration = try read(text)
    let notes = configuration.choices(Self.rules).notes + configuration.rulesNotRun(Self.rules).notes(Self.rules)
    #expect(notes == (note.map { [$0] } ?? []))
  }

  @Test(arguments: ["[a]", "a", "disabled_rules: [", "a: 1\na: 2", "a: &b 1"])
  func `a file that is not a valid mapping is rejected`(text: String) {
    #expect(throws: ConfigurationError.self) { try read(text) }
  }

  @Test func `strict and lenient change severities`() throws {
    let strict = try read("strict: true").choices(Self.rules).rules
    #expect(strict["line_length"]?.severity == .error)
    let lenient = try read("lenient: true").choices(Self.rules).rules
    #expect(lenient["identifier_name"]?.severity == .warning)
  }

  @Test(arguments: [
    (".swiftlint.yml", "Sources", "Sources/a.swift", true),
    (".swiftlint.yml", "Sources/*/Gen", "Sources/A/Gen/a.swift", true),
    (".swiftlint.yml", "./Sources", "Sources/a.swift", true), ("App/.swiftlint.yml", "Gen", "App/Gen/a.swift", true),
    ("App/.swiftlint.yml", "../Gen", "Gen/a.swift", true), (".swiftlint.yml", "Gen", "Other/Gen/a.swift", false),
    (".swiftlint.yml", "**/*.gen.swift", "A/B/x.gen.swift", true),
  ]) func `paths are relative to the file`(file: String, pattern: String, path: String, matches: Bool) throws {
    let configuration = try read("excluded: [\"\(pattern)\"]", file: file)
    #expect(configuration.excluded.contains { $0.matches(path) } == matches)
    #expect(configuration.notes == [])
  }

  @Test func `custom rules are read, and invalid ones are reported as notes`() throws {
    let configuration = try read(
      """
      custom_rules:
        no_print:
          name: "No print"
          regex: "\\\\bprint\\\\("
          message: "use the logger"
          severity: error
          included: ".*Sources.*"
          excluded: ["Tests", "Gen"]
          capture_group: 1
          match_kinds: [identifier, source.lang.swift.syntaxtype.keyword]
        nothing: {message: x}
        both: {regex: a, match_kinds: comment, excluded_match_kinds: string}
        odd: {regex: a, match_kinds: [coment]}
      """)
    #expect(
      configuration.customRules == [
        CustomRule(
          id: "no_print", name: "No print", message: "use the logger", severity: .error, regex: "\\bprint\\(",
          captureGroup: 1, included: [".*Sources.*"], excluded: ["Tests", "Gen"], matchKinds: ["identifier", "keyword"]),
        CustomRule(id: "odd", regex: "a"),
      ])
    #expect(
      configuration.notes == [
        ".swiftlint.yml:11: the custom rule \"nothing\" has no regex and is ignored",
        ".swiftlint.yml:12: match_kinds and excluded_match_kinds exclude each other; the rule is ignored",
        ".swiftlint.yml:13: unknown kind \"coment\" in match_kinds; did you mean comment?",
      ])
  }

  @Test func `the baseline and the warning threshold are read`() throws {
    let configuration = try read("baseline: known.json\nwarning_threshold: 7", file: "App/.swiftlint.yml")
    #expect(configuration.baseline == "App/known.json")
    #expect(configuration.warningThreshold == 7)
  }
}
