// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import RuleTesting
import Rules
import SwiftSource
import Testing

struct SuggestionTests {
  @Test(arguments: [
    (
      "trailing_whitespace", "let a = 1\r\n  let b = 2 \t\r\n",
      Suggestion(startLine: 2, endLine: 2, replacement: "  let b = 2")
    ),
    ("trailing_whitespace", "let a = 1\n   \n", Suggestion(startLine: 2, endLine: 2, replacement: "")),
    (
      "trailing_semicolon", "let a = 1; // one\n", Suggestion(startLine: 1, endLine: 1, replacement: "let a = 1 // one")
    ),
    ("trailing_semicolon", "let ö = 1;", Suggestion(startLine: 1, endLine: 1, replacement: "let ö = 1")),
  ])
  func `a suggestion replaces the whole line without the superfluous text`(
    rule: String, text: String, suggestion: Suggestion
  ) async throws {
    #expect(try await findings(in: text, of: rule).map(\.suggestion) == [suggestion])
  }

  @Test(arguments: [(2, 2), (100, 40), (8_000, 0)])
  func `the suggestions for one line have a limited length, however many findings it has`(
    elements: Int, suggestions: Int
  ) async throws {
    let text = "let x = [" + (1..<elements).map { "\($0) ,2" }.joined(separator: ", ") + " ,3]\n"
    let found = try await findings(in: text, of: "comma", limit: .max)
    #expect(found.count == elements)
    let lengths = found.compactMap(\.suggestion?.replacement.utf8.count)
    #expect(lengths.reduce(0, +) <= 16 << 10)
    #expect(lengths.count >= min(suggestions, 16_384 / text.utf8.count))
    #expect(lengths.isEmpty == (suggestions == 0))
  }

  @Test func `without suggestions every rule finds the same`() throws {
    for type in BuiltInRules.all {
      let on = [type.description.id: RuleSetting(isOn: true)]
      let with = try RuleLinter(only: on)
      let without = try RuleLinter(only: on, makesSuggestions: false)
      for example in type.description.triggering where example.options.isEmpty {
        let text = SourceText(path: example.path, text: example.code)
        let expected = with.findings(in: text).findings.map { finding in
          var finding = finding
          finding.suggestion = nil
          return finding
        }
        #expect(without.findings(in: text).findings == expected, "\(type.description.id)")
      }
    }
  }

  @Test func `a mistyped rule name is reported with the likely name`() async throws {
    let found = try await findings(in: "// reviewbot:disable forse_try\n", of: "invalid_suppression")
    #expect(found.map(\.message) == ["unknown rule forse_try; did you mean force_try?"])
  }

  private func findings(
    in text: String, of rule: String, limit: Int = RuleSettings.defaultLimitPerRule
  ) async throws -> [Finding] {
    let linter = try RuleLinter(only: [rule: RuleSetting(isOn: true)], limitPerRule: limit)
    return try await withScratchDirectory { folder in
      try folder.write("a.swift", text)
      let changes = ChangeSet(files: [ChangedFile(path: "a.swift", status: .added)])
      return await linter.findings(in: ReviewedChange(root: folder.path, changes: changes)).findings
    }
  }
}
