// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource
import Testing

struct LineBreakTests {
  @Test(arguments: [
    ("trailing_newline", "let a = 1\r\nlet b = 2", "let a = 1\r\nlet b = 2\r\n"),
    ("trailing_newline", "let a = 1\r\n\r\n\r\n", "let a = 1\r\n"),
    ("trailing_newline", "let a = 1", "let a = 1\n"),
    ("contrasted_opening_brace", "func f() {\r\n}\r\n", "func f()\r\n{\r\n}\r\n"),
    ("vertical_whitespace", "let a = 1\r\n\r\n\r\nlet b = 2\r\n", "let a = 1\r\n\r\nlet b = 2\r\n"),
    ("opening_brace", "func f()\r\n{\r\n}\r\n", "func f() {\r\n}\r\n"),
    ("statement_position", "if a {\r\n}\r\nelse {\r\n}\r\n", "if a {\r\n} else {\r\n}\r\n"),
    ("trailing_whitespace", "let a = 1 \r\nlet b = 2\t\r\n", "let a = 1\r\nlet b = 2\r\n"),
    ("trailing_semicolon", "let a = 1;\r\nlet b = 2;\r\n", "let a = 1\r\nlet b = 2\r\n"),
    ("duplicate_imports", "import A\r\nimport A\r\n", "import A\r\n"),
    ("direct_return", "func f() -> Int {\r\n  let a = 1\r\n  return a\r\n}", "func f() -> Int {\r\n  return 1\r\n}"),
    // The text has no final newline before, nor after.
    ("duplicate_imports", "import A\nimport A", "import A"),
    ("duplicate_imports", "import A\r\nimport A", "import A"),
    ("vertical_whitespace", "let a = 1\n\n\n ", "let a = 1\n"),
    ("comma", "f(a ,b)", "f(a, b)"),
  ])
  func `line breaks and the final newline stay as the file has them`(
    rule: String, text: String, corrected: String
  ) throws {
    #expect(try OneRule(rule).corrected(text) == corrected)
  }

  @Test func `an else on its own line gets the line break of the file`() throws {
    let rule = try OneRule("statement_position", options: ["statement_mode": "uncuddled_else"])
    let code = "if a {\r\n} else {\r\n}\r\n"
    #expect(rule.corrected(code) == "if a {\r\n}\r\nelse {\r\n}\r\n")
    #expect(rule.findings(in: rule.corrected(code)) == [])
  }

  @Test func `the correction of a custom rule gets the line breaks of the file`() throws {
    var rule = CustomRule(id: "own", message: "m", regex: #"a\(\); "#)
    rule.scope = .files
    rule.fix = "a()\n"
    let linter = try RuleLinter(rules: [], settings: RuleSettings(customRules: [rule]), width: 1)
    let fixed = linter.corrected(SourceText(path: "a.swift", text: "b()\r\na(); c()\r\n"))
    #expect(fixed.map { String(decoding: $0.bytes, as: UTF8.self) } == "b()\r\na()\r\nc()\r\n")
  }
}
