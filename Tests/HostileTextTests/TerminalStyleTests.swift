// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ReviewTesting
import Testing

/// Lines of a log that keep their colors.
struct TerminalStyleTests {
  @Test(arguments: [
    ("plain  text", "plain  text"), ("", ""),
    ("\u{1b}[31mred\u{1b}[0m", "\u{1b}[31mred\u{1b}[0m"), ("\u{1b}[1;31mred", "\u{1b}[1;31mred\u{1b}[0m"),
    ("\u{1b}[mx", "\u{1b}[0mx"), ("a\u{1b}[31m", "a\u{1b}[31m\u{1b}[0m"),
    // Black, backgrounds, inverse, concealed, blinking and faint text is not set.
    ("\u{1b}[30mx", "x"), ("\u{1b}[40;47mx", "x"), ("\u{1b}[7;8;5;2mx", "x"), ("\u{1b}[100;107mx", "x"),
    ("\u{1b}[31;40mx", "\u{1b}[31mx\u{1b}[0m"),
    // The numbers of an extended color are no styles.
    ("\u{1b}[38;5;31mx", "x"), ("\u{1b}[48;2;1;3;4mx", "x"), ("\u{1b}[1;38;5;4mx", "x"),
    // Other sequences.
    ("\u{1b}[2Jx\u{1b}[1;1Hy\u{1b}[?25lz", "xyz"), ("\u{1b}]0;title\u{7}x", "x"),
    ("\u{1b}]8;;https://evil\u{1b}\\x", "x"),
    ("\u{1b}[31", #"\u{1B}[31"#), ("\u{1b}", #"\u{1B}"#), ("\u{1b}\u{1b}[31mx", "\\u{1B}\u{1b}[31mx\u{1b}[0m"),
    ("\u{1b}[31:1mx", "x"), ("\u{1b}[ 31mx", "x"), ("\u{9b}31mx", #"\u{9B}31mx"#),
    ("\u{1b}[1111111111111111111111111mx", "x"),
    ("\u{1b}[99999999999999999999mx", "\u{1b}[0mx"), ("a\nb\u{202e}\u{1b}[32mc", "a b\\u{202E}\u{1b}[32mc\u{1b}[0m"),
  ])
  func `the colors of text are kept, and nothing else`(text: String, shown: String) {
    #expect(HostileText(text).styled() == shown)
  }

  @Test(arguments: [
    (2, "aa…"), (3, "aaa\u{1b}[31m…\u{1b}[0m"), (4, "aaa\u{1b}[31mb…\u{1b}[0m"),
    (5, "aaa\u{1b}[31mbb\u{1b}[0m"), (6, "aaa\u{1b}[31mbb\u{1b}[0m"),
  ])
  func `a line is limited with all its parts`(limit: Int, shown: String) {
    #expect(HostileText("aaa\u{1b}[31mbb\u{1b}[0m").styled(limit: limit) == shown)
  }

  @Test func `a line has 200 changes of its style`() {
    let text = String(repeating: "\u{1b}[31ma\u{1b}[1m", count: 300)
    let styled = HostileText(text).styled()
    #expect(styled.matches(of: /\[[0-9;]+m/).count == 201)
    #expect(styled.withoutStyles == String(repeating: "a", count: 300))
    #expect(styled.hasSuffix("\u{1b}[0m"))
    let long = String(repeating: "\u{1b}[31m\u{202e}", count: 100_000)
    #expect(HostileText(long).styled().utf8.count < 10_000)
  }

  private static var allowed: Regex<(Substring, Substring)> {
    let code = "(?:0|1|3|4|22|23|24|3[1-79]|9[0-7])"
    // A regular expression of constant text.
    guard let regex = try? Regex("\u{1b}\\[(\(code)(?:;\(code))*)m", as: (Substring, Substring).self) else {
      preconditionFailure("a valid expression")
    }
    return regex.matchingSemantics(.unicodeScalar)
  }

  /// Random text of the pieces that matter, and of others.
  private static func texts(_ seed: UInt64) -> [String] {
    let pieces =
      [
        "\u{1b}", "[", "]", ";", "m", "0", "1", "3", "8", "31", "38", "m", "\u{1b}[", "\u{1b}[31m", "\u{1b}[0m",
        "\u{1b}]",
        "\u{7}", "\u{1b}\\", "H", "?", " ", "  ", "\n", "\t", "a", "é", "\u{202e}", "\u{9b}", "\u{0}", "👩‍👩‍👧", "\u{301}",
      ] + HostileInputs.hidden
    var random = SeededRandom(seed: seed)
    return (0..<400).map { _ in
      (0..<Int.random(in: 0...14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
  }

  @Test(arguments: Soak.seeds(4, long: 200))
  func `only allowed sequences are output, and the last ends all styles`(seed: UInt64) {
    for text in Self.texts(seed) {
      let styled = HostileText(text).styled()
      let plain = styled.replacing(Self.allowed, with: "")
      let context = Comment(rawValue: String(reflecting: text))
      #expect(HostileInputs.hiddenScalars(in: plain) == [], context)
      #expect(plain.filter(\.isNewline).isEmpty, context)
      #expect(styled.withoutStyles == plain, context)
      let changes = styled.matches(of: Self.allowed).map { String($0.1) }
      if let last = changes.last { #expect(last == "0" || last.hasSuffix(";0"), context) }
      // What is written once can be written again.
      #expect(HostileText(styled).styled(limit: .max) == styled, context)
    }
  }

  @Test(arguments: Soak.seeds(4, long: 200))
  func `without its styles, a line is that of a terminal`(seed: UInt64) {
    // Text within a title is a part of it, except when it has a color.
    for text in Self.texts(seed) where !text.unicodeScalars.contains("]") {
      #expect(HostileText(text).styled().withoutStyles == HostileText(text).terminal(), "\(text.debugDescription)")
    }
  }

  @Test(arguments: Soak.seeds(4, long: 200))
  func `the parts of a text are the text without its styles`(seed: UInt64) {
    for text in Self.texts(seed) {
      let parts = Array(StyledText(text))
      #expect(parts.map { String($0.text) }.joined() == text.withoutStyles)
      #expect(parts.dropFirst().allSatisfy { $0.style != nil })
      for (style, _) in parts {
        #expect(style?.codes.allSatisfy { $0 != 30 && !(40...49).contains($0) && $0 != 8 } ?? true)
      }
    }
  }

  @Test(arguments: HostileInputs.all)
  func `hostile text has no hidden characters`(text: String) {
    for text in [text, "\u{1b}[31m" + text, text + "\u{1b}[1m", text + "\u{1b}[31m" + text] {
      #expect(HostileInputs.hiddenScalars(in: HostileText(text).styled().withoutStyles) == [])
    }
  }
}
