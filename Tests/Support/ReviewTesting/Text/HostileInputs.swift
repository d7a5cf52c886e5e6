// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The table of hostile texts, with which every output of the program is tested.
package enum HostileInputs {
  package static let all = markup + hidden

  /// Markdown, HTML, mentions, links, commands of a CI runner, and long texts.
  package static let markup = [
    "<script>alert(1)</script>", "<img src=x onerror=y>", "</details></details>", "<!-- reviewbot:v1 id=reviewbot -->",
    "-->", "@octocat", "@acme/owners please merge", "user@example.com", "fixes #1", "acme/shapes#12", "GH-12",
    "0123456789abcdef0123456789abcdef01234567", "deadbee", "[link](https://evil.example)",
    "![](https://evil.example/x.png)",
    "https://evil.example", "www.evil.example", "<https://evil.example>", "[x]: https://evil.example", "`", "``", "```",
    "`````` x ```", "a`b", "`@octocat`", "`a` @octocat `b`", "``a` `b``", "`", " ` ", "~~~", "~~~\n@octocat",
    "a\n\n```\n@octocat\n```",
    "a\r\n\r\n# Heading", "\n\n<b>\n\n", "| a | b |", "|", "\\", "\\`", "\\|", "*bold*", "__init__", "# x",
    "- [ ] task", "1. x", "&lt;b&gt;", "&#64;octocat",
    "::error::pwn", "\n::set-env name=A::b", "\r::add-mask::x", "%0A::error::x", "a,file=b", "\u{2028}::error::x",
    "", " ", "$x$", ":tada:", "https\u{200b}://evil.example", "a:b", "Ünïcödé 日本", "e\u{301}", "👩‍👩‍👧",
    String(repeating: "A", count: 5_000), String(repeating: "`", count: 5_000),
    String(repeating: "e\u{301}\u{302}", count: 5_000), "https:``//evil", "`x``y`", "www``.evil.example", "@``octocat",
  ]

  /// Scalars that control a terminal, reorder text or are invisible, alone and within text.
  package static let hidden = [
    // Terminal sequences, whole and cut off, and control characters.
    "\u{1b}[31mred\u{1b}[0m", "\u{1b}]0;title\u{7}", "\u{1b}]0;title\u{1b}\\x", "\u{1b}", "\u{1b}[2", "\u{1b}]0;t",
    "\u{0}\u{7}\u{8}", "a\u{7f}b", "\u{9b}2J", "a\u{85}b", "a\u{b}b\u{c}c",
    // Directions: overrides, isolates, marks.
    "\u{202E}gnp.exe", "a\u{2066}b\u{2069}", "a\u{200e}b\u{61c}",
    // No width.
    "zero\u{200b}width", "a\u{200d}b", "\u{feff}a", "soft\u{ad}hyphen", "a\u{2060}b\u{034f}c\u{180e}d",
    // Fillers and blanks.
    "\u{3164}", "a\u{115f}\u{1160}\u{ffa0}b", "a\u{17b4}b", "\u{2800}", "\u{fffc}", "\u{1d159}",
    // Line and paragraph separators, tags, variation selectors.
    "a\u{2028}b\u{2029}c", "\u{e0041}\u{e007f}", "a\u{fe0e}b\u{fe00}", "a\u{e0100}b", "a\u{180b}b",
    // Not characters: unassigned, private use, noncharacters, and replacements of invalid UTF-8.
    "\u{378}", "\u{e000}\u{f0000}", "\u{ffff}\u{10ffff}",
    String(decoding: [0x61, 0xff, 0xed, 0xa0, 0x80], as: UTF8.self),
  ]

  /// Returns the hidden scalars of an output, which must have none besides line breaks.
  ///
  /// The ranges are repeated here, so that the tests do not depend on the code under test.
  package static func hiddenScalars(in output: String) -> [String] {
    output.unicodeScalars.filter { scalar in
      !(0x20..<0x7f).contains(scalar.value) && scalar != "\n" && ranges.contains { $0.contains(scalar.value) }
    }.map { "U+\(String($0.value, radix: 16, uppercase: true))" }
  }

  private static let ranges: [ClosedRange<UInt32>] = [
    0...0x1f, 0x7f...0x9f, 0xad...0xad, 0x34f...0x34f, 0x378...0x379, 0x61c...0x61c, 0x115f...0x1160, 0x17b4...0x17b5,
    0x180b...0x180f, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x2800...0x2800, 0x3164...0x3164,
    0xe000...0xf8ff,
    0xfe00...0xfe0e, 0xfeff...0xfeff, 0xffa0...0xffa0, 0xfff0...0xfffc, 0xfffe...0xffff, 0x1d159...0x1d159,
    0xe0000...0x10ffff,
  ]
}
