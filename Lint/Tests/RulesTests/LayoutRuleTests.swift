// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource
import Testing

/// Rules about indentation and line breaks, where SwiftLint's verdict is not obvious.
struct LayoutRuleTests {
  private func lines(_ id: String, _ options: [String: OptionValue] = [:], in code: String) throws -> [Int] {
    try OneRule(id, options: options).findings(in: code).map(\.range.startLine)
  }

  @Test func `one slip of the indentation is one finding, whichever line goes on from it`() throws {
    let code = "struct S {\n     let a = 1\n         let b = 1\n     let c = 1\n    let d = 1\n}\n"
    #expect(try lines("indentation_width", in: code) == [2])
  }

  @Test func `a tab is one step of indentation, and mixed with spaces a finding`() throws {
    let code = "class A {\n\tfunc a() {\n\t    b()\n        c()\n\t}\n}\n"
    #expect(try lines("indentation_width", in: code) == [3])
  }

  @Test(
    arguments: [
      ("include_comments", "f {\n      // a\n    b()\n       /* c */ d()\n}\n", [4]),
      ("include_compiler_directives", "f {\n  #if a\n    b()\n  #warning(\"c\")\n   #endif\n}\n", [4]),
      ("include_multiline_strings", "f {\n    \"\"\"\n      a\n         b \\(c)\n     \"\"\"\n}\n", [5]),
    ] as [(String, String, [Int])])
  func `lines that an option leaves out are not compared`(option: String, code: String, expected: [Int]) throws {
    #expect(try lines("indentation_width", [option: .boolean(false)], in: code) == expected)
    #expect(try lines("indentation_width", in: code) != expected)
  }

  @Test func `a subscript is a call of a chain`() throws {
    #expect(try lines("multiline_function_chains", in: "a.b[1].c()\n  .d()\n") == [1])
    #expect(try lines("multiline_function_chains", in: "(a()).b().c()\n  .d()\n") == [])
    #expect(try lines("multiline_function_chains", in: "(a).b().c()\n  .d()\n") == [1])
    #expect(try lines("multiline_function_chains", in: "a\n  #if b\n  .c().d()\n  #endif\n  .e()\n") == [3])
  }

  @Test func `the closing brace goes to a line of its own, indented with the same characters`() throws {
    let rule = try OneRule("closure_end_indentation")
    #expect(rule.corrected("\ta\n\t\t.b {\n\t\t\tc }\n") == "\ta\n\t\t.b {\n\t\t\tc \n\t\t}\n")
    let text = "f(\"\"\"\n  \\(a.map {\n  b })\n  \"\"\")\n"
    #expect(rule.corrected(text) == text)
  }

  @Test func `what precedes a closing bracket stays`() throws {
    let rule = try OneRule("literal_expression_end_indentation")
    #expect(rule.corrected("let a = [\n  b {\n    1\n  }]\n") == "let a = [\n  b {\n    1\n  }\n]\n")
    #expect(rule.corrected("let a = [\n  1\n  /* b */ ]\n") == "let a = [\n  1\n  /* b */ \n]\n")
  }

  @Test func `the text of a string has no cases and no braces`() throws {
    let code = "let a = \"\"\"\n  x\n  case 1:\n  {\n\n  }\n  \"\"\"\n"
    for id in ["between_cases", "opening_braces", "closing_braces"] {
      #expect(try lines("vertical_whitespace_\(id)", in: code) == [])
    }
  }
}
