// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates
import ReviewTesting
import Testing

@testable import ReviewPages

/// Lines of a log in HTML.
struct LogLineTests {
  private static func html(_ text: String) -> String { ReviewPages.LogLine(number: 1, text: text).html.text }

  @Test(arguments: [
    ("  a < b & \"c\"", "a &lt; b &amp; &quot;c&quot;"), ("    indented", "  indented"), (" a", " a"), ("", ""),
    ("  \u{1b}[31mred\u{1b}[0m plain", "<span class=\"c1\">red</span> plain"),
    ("  \u{1b}[1;3;4;97mall\u{1b}[22mx", "<span class=\"b i u c7\">all</span><span class=\"i u c7\">x</span>"),
    ("  \u{1b}[90mgray", "<span class=\"c7\">gray</span>"),
    ("  \u{1b}[31ma\u{1b}[39mb", "<span class=\"c1\">a</span>b"),
    ("  \u{1b}[31ma\u{1b}[32mb", "<span class=\"c1\">a</span><span class=\"c2\">b</span>"), ("  \u{1b}[31m", ""),
    // What a log cannot contain, because it is escaped when it is written.
    ("  \u{1b}[30;40;8mx", "x"), ("  \u{1b}[38;5;1mx", "x"), ("  \u{1b}[2Jx\u{1b}[H", "x"),
    ("  \u{1b}]8;;javascript:alert(1)\u{7}x", "x"), ("  \u{1b}", "\\u{1B}"), ("  a\u{202e}b", "a\\u{202E}b"),
    ("  a\rb\u{2028}", "a b\\u{2028}"), ("  \u{1b}[31m<b>", "<span class=\"c1\">&lt;b&gt;</span>"),
    ("  <script>\u{1b}[31m</script>", "&lt;script&gt;<span class=\"c1\">&lt;/script&gt;</span>"),
  ])
  func `colors are classes, and text is escaped`(text: String, html: String) {
    #expect(Self.html(text) == html)
  }

  @Test(arguments: HostileInputs.all + HostileInputs.all.map { "\u{1b}[31m\($0)\u{1b}[1m\($0)" })
  func `hostile text has no markup and no hidden characters`(text: String) {
    let html = Self.html(text)
    let plain = html.replacing(/<span class="[biuc1-7 ]+">|<\/span>/, with: "")
    #expect(!plain.contains { "<>\"'".contains($0) })
    #expect(HostileInputs.hiddenScalars(in: plain) == [])
    #expect(html.filter(\.isNewline).isEmpty)
  }

  @Test(arguments: Soak.seeds(4, long: 200))
  func `spans are balanced`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "\u{1b}[", "31", ";", "m", "0", "1", "38", "\u{1b}", "<", ">", "\"", "a", " ", "&", "\u{1b}[1m", "\u{1b}[0m",
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let html = Self.html(text)
      #expect(html.matches(of: #/<span /#).count == html.matches(of: /<\/span>/).count)
      #expect(!html.unicodeScalars.contains("\u{1b}"))
      #expect(
        html.matches(of: /<[^>]*>/).allSatisfy { $0.0.wholeMatch(of: /<span class="[biuc1-7 ]+">|<\/span>/) != nil })
    }
  }
}
