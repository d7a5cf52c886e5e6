// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource
import Testing

/// Options of rules with SwiftLint's defaults: what a name matches, and which limit applies.
struct SwiftLintOptionTests {
  private func findings(_ text: String, _ options: [String: [String: OptionValue]]) throws -> [String] {
    let rules = BuiltInRules.all.filter {
      options[$0.description.id] != nil || $0.description.id == "superfluous_disable_command"
    }
    let settings = RuleSettings(
      rules: options.mapValues { RuleSetting(isOn: true, options: $0) }, defaults: .swiftLint)
    let linter = try RuleLinter(rules: rules, settings: settings, width: 1)
    return linter.findings(in: SourceText(path: "Sources/a.swift", text: text)).findings.map {
      "\($0.range.startLine) \($0.rule) \($0.severity.rawValue)"
    }.sorted()
  }

  @Test func `an excluded name is a whole name`() throws {
    let text = """
      let DefaultDelta = 1
      let Grid = 2
      let video_index = 3
      struct badTName {}
      func f<tT>(value: tT) {}
      // swiftlint:disable:next identifier_name
      public let Limite = 4
      """
    let options: [String: [String: OptionValue]] = [
      "identifier_name": ["excluded_names": ["e", "id"]], "type_name": ["excluded_names": ["T"]],
      "generic_type_name": ["excluded_names": ["T"]],
    ]
    #expect(
      try findings(text, options) == [
        "1 identifier_name error", "2 identifier_name error", "3 identifier_name error", "4 type_name error",
        "5 generic_type_name error",
      ])
  }

  @Test(
    arguments: [
      (["id"], []), (["^id$"], []), (["i."], []), (["d"], ["1 identifier_name warning"]),
      (["ID"], ["1 identifier_name warning"]),
      // Alternatives are not grouped: each side has one anchor.
      (["i|x"], []), (["x|i"], ["1 identifier_name warning"]),
    ] as [([String], [String])])
  func `an entry is a regular expression between anchors`(excluded: [String], expected: [String]) throws {
    #expect(try findings("let id = 1\n", ["identifier_name": ["excluded_names": .texts(excluded)]]) == expected)
  }

  @Test(
    arguments: [
      ("private let _id = 1", ["id"], []), ("private let _id = 1", ["_id"], []),
      ("let `in` = 1", ["in"], []), ("let `in` = 1", ["`in`"], ["1 identifier_name warning"]),
      ("let 🚀a = 1", ["id"], ["1 identifier_name error"]),
    ] as [(String, [String], [String])])
  func `underscores of private names and backticks do not count`(
    text: String, excluded: [String], expected: [String]
  ) throws {
    #expect(try findings(text, ["identifier_name": ["excluded_names": .texts(excluded)]]) == expected)
  }

  @Test(
    arguments: [
      ("let a_b_c = 1", ["_"], []), ("let _Abc = 1", ["_-"], []), ("let Ab_c = 1", ["_"], ["1 identifier_name error"]),
      ("func _draw() {}", ["_"], []), ("func _draw() {}", ["_-"], ["1 identifier_name error"]),
      ("let 🚀a1 = 1", ["🚀"], []),
    ] as [(String, [String], [String])])
  func `allowed symbols are characters`(text: String, symbols: [String], expected: [String]) throws {
    #expect(try findings(text, ["identifier_name": ["allowed_symbols": .texts(symbols)]]) == expected)
  }

  @Test(
    arguments: [
      (28, 0, []), (27, 0, ["1 line_length warning"]), (27, 28, ["1 line_length warning"]),
      (20, 27, ["1 line_length error"]), (120, 27, ["1 line_length error"]),
    ] as [(Int, Int, [String])])
  func `a value above a limit is found, with the limit of errors first`(
    warning: Int, error: Int, expected: [String]
  ) throws {
    let options: [String: OptionValue] = ["warning": .integer(warning), "error": .integer(error)]
    #expect(try findings("let value = one + two + four", ["line_length": options]) == expected)
  }

  @Test func `missing documentation is an error for the levels of errors`() throws {
    let text = "public struct A {\n  open func b() {}\n}\n"
    #expect(
      try findings(text, ["missing_docs": ["warning": ["public"], "error": ["open"]]]) == [
        "1 missing_docs warning", "2 missing_docs error",
      ])
  }
}
