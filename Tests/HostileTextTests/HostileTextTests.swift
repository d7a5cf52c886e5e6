// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ReviewTesting
import Testing

struct HostileTextTests {
  @Test(arguments: [
    ("a\u{202E}b", #"a\u{202E}b"#), ("a\u{200b}", #"a\u{200B}"#), ("a\n\r\n  b\tc", "a b c"),
    ("\u{1b}[1;31mred\u{1b}[0m \u{1b}]0;t\u{7}x", "red x"), ("\u{1b}M", #"\u{1B}M"#), ("\u{0}", #"\u{0}"#),
    ("né", "né"), ("\u{e0041}", #"\u{E0041}"#), ("\u{3164}\u{2800}", #"\u{3164}\u{2800}"#), ("✔\u{fe0f}", "✔\u{fe0f}"),
    ("✔\u{fe0e}", #"✔\u{FE0E}"#), ("\u{378}", #"\u{378}"#), ("a\u{a0}b\u{3000}c", "a\u{a0}b\u{3000}c"),
  ])
  func `hidden characters in a line are shown escaped`(text: String, shown: String) {
    #expect(HostileText(text).line() == shown)
  }

  @Test func `invalid UTF-8 is replaced`() {
    #expect(HostileText(decoding: [0x61, 0xff, 0xed, 0xa0, 0x80, 0x62]).line() == "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}b")
  }

  @Test func `a long line is cut`() {
    #expect(HostileText(String(repeating: "a", count: 200)).line().count == 200)
    #expect(HostileText(String(repeating: "a", count: 201)).line() == String(repeating: "a", count: 200) + "…")
    #expect(HostileText(String(repeating: "e\u{301}", count: 9_000)).line().unicodeScalars.count == 201)
    #expect(HostileText("abc").line(limit: 2) == "ab…")
  }

  @Test func `lines keep their indentation, and each is cut`() {
    #expect(HostileText("a\n    b  c\r\n\n\td").lines() == ["a", "    b  c", "", " d"])
    #expect(HostileText("abc\nd").lines(limit: 2) == ["ab…", "d"])
    #expect(HostileText("a\u{2028}b").multiline() == "a\nb")
    #expect(HostileText("a\nb\nc").multiline(maximumLines: 2) == "a\nb\n…")
  }

  @Test func `terminal text is one line that keeps its indentation`() {
    #expect(HostileText("  a\n\u{1b}[2Jb\u{202e}").terminal() == #"  a b\u{202E}"#)
    #expect(HostileText(String(repeating: "a", count: 3000)).terminal().count == HostileText.terminalLimit + 1)
  }

  @Test(arguments: HostileInputs.all)
  func `no rendering has hidden characters, and single lines have no line breaks`(text: String) {
    let hostile = HostileText(text)
    let lines =
      [
        hostile.line(), hostile.line(spacing: .kept), hostile.terminal(), hostile.markdown(), hostile.codeSpan(),
        hostile.logText(isQuoted: true), hostile.logText(isQuoted: false),
      ] + hostile.lines()
    for line in lines {
      #expect(line.filter(\.isNewline).isEmpty)
      #expect(HostileInputs.hiddenScalars(in: line) == [])
    }
    for text in [hostile.multiline(), hostile.codeBlock(maximumLines: 60)] {
      #expect(HostileInputs.hiddenScalars(in: text) == [])
    }
  }

  @Test(arguments: HostileInputs.all)
  func `rendering is idempotent`(text: String) {
    let line = HostileText(text).line(limit: .max)
    #expect(HostileText(line).line(limit: .max) == line)
    let lines = HostileText(text).multiline()
    #expect(HostileText(lines).multiline(limit: .max) == lines)
  }
}
