// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ReviewTesting
import Testing

struct MarkdownTextTests {
  @Test(arguments: [
    ("a plain sentence, with 3 numbers (and more).", "a plain sentence, with 3 numbers (and more)."),
    ("`a!` may crash", "`a!` may crash"), ("ask @octocat", "ask `@octocat`"), ("`a` @octocat", "`a` `@octocat`"),
    ("x ` y", "``x ` y``"), ("`", "`` ` ``"), ("", "(empty)"), ("a|b", #"`a\u{7C}b`"#), ("time 10:30", "time `10:30`"),
    ("\u{3164}", #"`\u{3164}`"#), ("1. x", "`1`. x"), ("12)", "`12`)"), ("- x", "`-` x"), ("a → b", "a → b"),
    ("---", "`---`"),
    ("3.5 seconds", "3.5 seconds"), ("-5 is too little", "-5 is too little"),
  ])
  func `plain sentences are unchanged, and other text becomes code`(text: String, markdown: String) {
    #expect(HostileText(text).markdown() == markdown)
  }

  @Test(arguments: [
    ("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), (" ", "(empty)"), ("a|b", #"`a\u{7C}b`"#),
    ("a\nb", "`a b`"), ("\u{202e}a", #"`\u{202E}a`"#),
  ])
  func `the fence of a code span is longer than the backticks in its text`(text: String, markdown: String) {
    #expect(HostileText(text).codeSpan() == markdown)
  }

  @Test(arguments: [
    ("a", "    a"), ("```\n@x", "    ```\n    @x"), ("a\nb\nc\nd", "    a\n    b\n    c\n    …"),
  ])
  func `a code block is indented`(text: String, markdown: String) {
    #expect(HostileText(text).codeBlock(maximumLines: 3) == markdown)
  }

  @Test func `a fence is longer than the backticks in its lines`() {
    #expect(HostileText.codeBlock(["a"]) == "```text\na\n```")
    #expect(HostileText.codeBlock(["````", "@x"]) == "`````text\n````\n@x\n`````")
  }

  @Test(arguments: HostileInputs.all)
  func `text cannot end its code block`(text: String) {
    let indented = HostileText(text).codeBlock(maximumLines: 60)
    #expect(indented.split(whereSeparator: \.isNewline).allSatisfy { $0.hasPrefix("    ") })
    let lines = HostileText.codeBlock(HostileText(text).lines())
      .split(separator: "\n", omittingEmptySubsequences: false)
    let fence = lines.last ?? ""
    #expect(fence.count >= 3 && fence.allSatisfy { $0 == "`" })
    #expect(lines.first == fence + "text")
    #expect(!lines.dropFirst().dropLast().contains { $0.contains(fence) })
  }
}
