// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import SwiftSource

struct CodeLineCountsTests {
  @Test(
    arguments: [
      "", "\n", "let a = 1", "let a = 1\n", "// a\n\nlet a = 1 // b\n/* c\n d */ let b = 2\n\n",
      "let s = \"\"\"\n  a\n\n  b\n  \"\"\"\nlet t = 1\n\n",
      "let a =\r\n  1\r\n\r\nlet b = #\"\"\"\r\n  c\r\n  \"\"\"#\r\n",
      "func f() {\n}\n\n\n// end", "let s = \"\"\"\n\n\n  \"\"\"; let b = 1\nlet c = 2",
    ]) func `the lines of each token have code`(text: String) throws
  {
    let file = try ParsedFile(SourceText(path: "a.swift", text: text))
    let lines = file.text.lines
    let code = Set(
      file.tokenRanges.dropLast().flatMap { lines.line(at: $0.lowerBound)...lines.line(at: $0.upperBound) })
    for line in 1...lines.count {
      #expect(file.codeLines.count(in: line...line) == (code.contains(line) ? 1 : 0), "line \(line) of \(text)")
    }
    #expect(file.codeLines.count(in: 1...lines.count) == code.count)
  }
}
