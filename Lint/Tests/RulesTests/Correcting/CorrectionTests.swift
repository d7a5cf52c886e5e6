// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource
import Testing

struct CorrectionTests {
  @Test(arguments: correctable(true))
  func `corrected examples of a rule need no further correction`(id: String) throws {
    let rule = try #require(BuiltInRules.all.first { $0.description.id == id })
    var isEverCorrected = false
    for example in rule.description.triggering {
      let linter = try RuleLinter(only: [id: RuleSetting(isOn: true, options: example.options)])
      let text = SourceText(path: example.path, text: example.code)
      guard let fixed = linter.corrected(text) else { continue }
      isEverCorrected = true
      #expect(fixed.notes.sentences == [], "\(example.code)")
      let again = SourceText(path: example.path, bytes: fixed.bytes)
      #expect(linter.corrected(again) == nil, "\(again.text(in: 0..<again.bytes.count))")
    }
    #expect(isEverCorrected, "no example of \(id) is corrected")
  }

  @Test(arguments: correctable(false))
  func `a rule that is not correctable corrects none of its examples`(id: String) throws {
    let rule = try #require(BuiltInRules.all.first { $0.description.id == id })
    for example in rule.description.triggering {
      let linter = try RuleLinter(only: [id: RuleSetting(isOn: true, options: example.options)])
      #expect(linter.corrected(SourceText(path: example.path, text: example.code)) == nil, "\(example.code)")
    }
  }

  @Test func `findings of several rules are corrected, also where their edits touch`() throws {
    let linter = try RuleLinter(only: ["colon": on, "comma": on, "trailing_semicolon": on, "trailing_whitespace": on])
    let fixed = try #require(linter.corrected(SourceText(path: "a.swift", text: "let a :[Int]=[1 ,2]; \nf(a:1)\n")))
    #expect(String(decoding: fixed.bytes, as: UTF8.self) == "let a: [Int]=[1, 2]\nf(a: 1)\n")
    #expect(fixed.counts == ["colon": 2, "comma": 1, "trailing_semicolon": 1, "trailing_whitespace": 1])
  }

  @Test func `only the given findings are corrected, also after lines were removed`() throws {
    let linter = try RuleLinter(only: ["comma": on, "vertical_whitespace": on])
    let text = SourceText(path: "a.swift", text: "f(a ,b)\n\n\n\nf(c ,d)\nf(e ,f)\n")
    let chosen = linter.findings(in: text).findings.filter { (3...5).contains($0.range.startLine) }
    let fixed = try #require(linter.corrected(text, only: chosen))
    #expect(String(decoding: fixed.bytes, as: UTF8.self) == "f(a ,b)\n\nf(c, d)\nf(e ,f)\n")
  }

  @Test func `only the chosen findings and those that their correction causes are corrected`() throws {
    let linter = try RuleLinter(only: ["comma": on, "trailing_semicolon": on, "trailing_whitespace": on])
    let text = SourceText(path: "a.swift", text: "f(a ,b); \nf(a ,b);\n")
    let chosen = linter.findings(in: text).findings.filter { $0.rule == "trailing_semicolon" }
    let fixed = try #require(linter.corrected(text, only: [chosen[0]]))
    #expect(String(decoding: fixed.bytes, as: UTF8.self) == "f(a ,b) \nf(a ,b);\n")
    let spaced = SourceText(path: "a.swift", text: "f(a ,b) ;\n")
    let semicolon = linter.findings(in: spaced).findings.filter { $0.rule == "trailing_semicolon" }
    let caused = try #require(linter.corrected(spaced, only: semicolon))
    #expect(String(decoding: caused.bytes, as: UTF8.self) == "f(a ,b)\n")
  }

  @Test func `suppressed findings are not corrected`() throws {
    let linter = try RuleLinter(only: ["comma": on])
    let text = "f(a ,b) // swiftlint:disable:this comma\nf(a ,b) // reviewbot:disable:this all\n"
    #expect(linter.corrected(SourceText(path: "a.swift", text: text)) == nil)
  }

  @Test func `the edits of a rule are left out if the file does not parse with them`() throws {
    let linter = try RuleLinter(
      rules: [BreakCodeRule.self], settings: RuleSettings(rules: ["break_code": on]), width: 1)
    let fixed = try #require(linter.corrected(SourceText(path: "a.swift", text: "func f() {}\n")))
    #expect(String(decoding: fixed.bytes, as: UTF8.self) == "func f() {}\n")
    #expect(fixed.notes.sentences == ["a.swift was not fully corrected for break_code: the result does not parse"])
  }

  @Test func `a correction that adds syntax errors to a file with errors is left out`() throws {
    var rule = CustomRule(id: "own", message: "m", regex: "")
    rule.syntax = SyntaxPattern(pattern: "func $F($$$P) { $$$B }")
    rule.fix = "func $F() { $$$B [[}"
    let linter = try RuleLinter(rules: [], settings: RuleSettings(customRules: [rule]), width: 1)
    // Each round would add brackets, which double the time of the parser.
    let text = SourceText(path: "a.swift", text: "f{ g}\nfun) { a }\nfunc f() { b }\n")
    let fixed = try #require(linter.corrected(text))
    #expect(fixed.bytes == text.bytes)
    #expect(fixed.notes.sentences == ["a.swift was not fully corrected for own: the result does not parse"])
  }

  @Test func `rules that undo each other's corrections are left out and named in a note`() throws {
    let linter = try RuleLinter(only: ["contrasted_opening_brace": on, "opening_brace": on, "trailing_semicolon": on])
    let text = SourceText(path: "a.swift", text: "func f() {\n  a();\n}\nstruct A\n{\n}\n")
    let fixed = try #require(linter.corrected(text))
    #expect(String(decoding: fixed.bytes, as: UTF8.self) == "func f() {\n  a()\n}\nstruct A\n{\n}\n")
    #expect(fixed.counts == ["trailing_semicolon": 1])
    #expect(
      fixed.notes.sentences == [
        "a.swift was not corrected for contrasted_opening_brace and opening_brace: "
          + "they undo each other's corrections; disable one of them"
      ])
    let again = try #require(linter.corrected(SourceText(path: "a.swift", bytes: fixed.bytes)))
    #expect(again.bytes == fixed.bytes)
    #expect(again.counts == [:])
    #expect(again.notes.sentences == fixed.notes.sentences)
  }

  private let on = RuleSetting(isOn: true)
}

private func correctable(_ isCorrectable: Bool) -> [String] {
  BuiltInRules.all.map { $0.description }.filter { $0.isCorrectable == isCorrectable }.map { $0.id }
}

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
    ("vertical_whitespace", "let a = 1\n\n\n ", "let a = 1\n "),
    ("vertical_whitespace", "let a = 1\n \n\t\nlet b = 2\n", "let a = 1\n\t\nlet b = 2\n"),
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
