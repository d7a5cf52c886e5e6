// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import Testing

struct LineTableTests {
  @Test(arguments: [
    ("", [""]),
    ("a", ["a"]),
    ("a\n", ["a"]),
    ("a\nb", ["a", "b"]),
    ("a\r\n\r\nb\r\n", ["a", "", "b"]),
    ("\n\n", ["", ""]),
    ("a\rb", ["a\rb"]),
  ])
  func `a text is split at its newlines`(text: String, lines: [String]) {
    let source = SourceText(path: "f", text: text)
    #expect((1...source.lines.count).map { source.text(ofLine: $0) } == lines)
  }

  @Test(arguments: [
    (0, SourcePosition(line: 1, column: 1)),
    (3, SourcePosition(line: 1, column: 4)),
    (4, SourcePosition(line: 2, column: 1)),
    (5, SourcePosition(line: 3, column: 1)),
    (6, SourcePosition(line: 3, column: 2)),
  ])
  func `lines and columns in UTF-8 bytes are counted from 1`(offset: Int, position: SourcePosition) {
    // ö has two bytes.
    let source = SourceText(path: "f", text: "aö\n\nb")
    #expect(source.lines.position(at: offset) == position)
  }
}
