// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import Testing

@testable import Git

struct TokenScannerTests {
  private func tokens(_ text: String) -> [String] {
    Array(text.utf8).withUnsafeBytes { bytes in
      var scanner = TokenScanner(bytes)
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

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `random text is scanned to its end, and line numbers stay in range`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = ["\"", "\"\"\"", "#", "\\", "(", ")", "/*", "*/", "//", "\n", " ", "a", "\r", "é", "\\#(", "."]
    let text = (0..<2000).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    let last = tokens(text + "\n*/\"\"\"\"#\n*/").last.flatMap { Int($0.prefix { $0 != ":" }) } ?? 0
    #expect(last <= lines + 2)
  }
}
