// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import SwiftSource

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

struct WordOccurrencesTests {
  @Test(arguments: [
    ("as", "a as b, base, as_c, \"as\"", [2, 21]), ("==", "a === b == c", [2, 3, 8]),
    ("try", "try! tryout try", [0, 12]),
    ("value", "", []), ("é1", "é1 é12 xé1", [0, 10]), ("print", "prin", []),
  ])
  func `words are found only as a whole, and operators also within others`(word: String, text: String, starts: [Int]) {
    #expect(WordOccurrences(word, in: Array(text.utf8)).starts == starts)
  }

  @Test func `ranges in the order of the text are searched in one pass`() {
    let occurrences = WordOccurrences("a", in: Array("a b a (a)".utf8))
    var cursor = 0
    let ranges = [0..<9, 0..<1, 1..<4, 1..<5, 5..<9, 6..<7, 8..<9]
    #expect(ranges.map { occurrences.occurs(in: $0, &cursor) } == [true, true, false, true, true, false, false])
  }
}
