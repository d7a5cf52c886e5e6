// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import Testing

@testable import Git

struct TokenScannerTests {
  private func tokens(_ text: String) -> [String] {
    Array(text.utf8).withUnsafeBytes { bytes in
      var scanner = TokenScanner(bytes: bytes)
      var tokens: [String] = []
      while let token = scanner.next() {
        tokens.append("\(token.line):\(String(decoding: bytes[token.range], as: UTF8.self))")
      }
      return tokens
    }
  }

  @Test(arguments: [
    ("let a=b1 + 0x2F\n", ["1:let", "1:a", "1:=", "1:b1", "1:+", "1:0x2F"]),
    ("a // b\n/* c /* d */\n e */ f\r\n", ["1:a", "3:f"]),
    ("x?.y(z)->Q", ["1:x", "1:?.", "1:y", "1:(", "1:z", "1:)", "1:->", "1:Q"]),
    ("a+/*c*/b=//d", ["1:a", "1:+", "1:b", "1:="]),
    (#""a  // b\"c" d"#, ["1:\"", #"1:a  // b\"c"#, "1:\"", "1:d"]),
    (
      #""\(f("(") + x)!""#,
      ["1:\"", #"1:\("#, "1:f", "1:(", "1:\"", "1:(", "1:\"", "1:)", "1:+", "1:x", "1:)", "1:!", "1:\""]
    ),
    ("#\"a\\(b\" \\#(c)\"# d", ["1:#\"", "1:a\\(b\" ", "1:\\#(", "1:c", "1:)", "1:\"#", "1:d"]),
    (
      "\"\"\"\n  one \" two\n\n    // three\n  \"\"\"\nx",
      ["1:\"\"\"", "2:one \" two", "4:// three", "5:\"\"\"", "6:x"]
    ),
    ("\"open\nnext", ["1:\"", "1:open", "2:next"]),
    ("größe = `in`", ["1:größe", "1:=", "1:`", "1:in", "1:`"]),
    ("/* open", []), ("\"\\", ["1:\"", "1:\\"]), ("\"\\(", ["1:\"", "1:\\("]), ("#", ["1:#"]), ("", []),
  ])
  func `cuts text into tokens`(text: String, expected: [String]) {
    #expect(tokens(text) == expected)
  }

  /// Texts that end outside of comments and literals, with the tokens of each of their lines.
  private static let pieces: [(text: String, lines: [[String]])] = [
    ("name", [["name"]]), ("+=", [["+="]]), ("\n", []), ("// \"a\" /* b\n", []), ("/* c /* \" */\n\n // */", []),
    ("f(`in`)", [["f", "(", "`", "in", "`", ")"]]), (#""g // \"h""#, [["\"", #"g // \"h"#, "\""]]),
    (#""\(i(1))""#, [["\"", #"\("#, "i", "(", "1", ")", ")", "\""]]), ("#\"\\(j\"#", [["#\"", "\\(j", "\"#"]]),
    ("\"\"\"\n  k \" // l\n\n  /* m\n  \"\"\"", [["\"\"\""], ["k \" // l"], [], ["/* m"], ["\"\"\""]]),
  ]

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `each token of text from random pieces is found on its line, and nothing else`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var text = ""
    var line = 1
    var expected: [String] = []
    for piece in (0..<300).compactMap({ _ in Self.pieces.randomElement(using: &random) }) {
      text += piece.text + " "
      for (index, tokens) in piece.lines.enumerated() { expected += tokens.map { "\(line + index):\($0)" } }
      line += piece.text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
    #expect(tokens(text) == expected)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `tokens of invalid text are in order and on their lines, and only white space and comments are between`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    // More ends of comments than beginnings, so that the text is not one comment.
    let pieces = [
      "\"", "\"\"\"", "#", "\\", "(", ")", "/*", "*/", "*/", "*/", "//", "\n", " ", "a", "\r", "é", "\\#(", ".",
    ]
    let bytes = Array("a\n".utf8) + (0..<2000).flatMap { _ in Array((pieces.randomElement(using: &random) ?? "").utf8) }
    let tokens = bytes.withUnsafeBytes { bytes in
      var scanner = TokenScanner(bytes: bytes)
      var tokens: [TokenScanner.Token] = []
      while let token = scanner.next() { tokens.append(token) }
      return tokens
    }
    var (line, end) = (1, 0)
    for token in tokens {
      try #require(token.range.lowerBound >= end && token.range.upperBound <= bytes.count && !token.range.isEmpty)
      let skipped = bytes[end..<token.range.lowerBound]
      #expect(Self.isSpaceOrComment(skipped), "before \(token)")
      line += skipped.count { $0 == UInt8(ascii: "\n") }
      try #require(token.line == line)
      line += bytes[token.range].count { $0 == UInt8(ascii: "\n") }
      end = token.range.upperBound
    }
    #expect(Self.isSpaceOrComment(bytes[end...]), "at the end")
  }

  private static func isSpaceOrComment(_ bytes: ArraySlice<UInt8>) -> Bool {
    let rest = bytes.drop { $0 <= 0x20 }
    return rest.isEmpty || rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8)
  }
}
