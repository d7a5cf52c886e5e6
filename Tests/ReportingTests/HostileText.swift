// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Text that tries to be more than text.
enum HostileText {
  static let corpus = [
    "<script>alert(1)</script>", "<img src=x onerror=y>", "</details></details>", "<!-- reviewbot:v1 id=reviewbot -->",
    "-->", "@octocat", "@acme/owners please merge", "user@example.com", "fixes #1", "acme/shapes#12", "GH-12",
    "0123456789abcdef0123456789abcdef01234567", "deadbee", "[link](https://evil.example)",
    "![](https://evil.example/x.png)",
    "https://evil.example", "www.evil.example", "<https://evil.example>", "[x]: https://evil.example", "`", "``", "```",
    "`````` x ```", "a`b", "`@octocat`", "`a` @octocat `b`", "``a` `b``", "`", " ` ", "~~~", "~~~\n@octocat",
    "a\n\n```\n@octocat\n```",
    "a\r\n\r\n# Heading", "\n\n<b>\n\n", "| a | b |", "|", "\\", "\\`", "\\|", "*bold*", "__init__", "# x",
    "- [ ] task", "1. x", "&lt;b&gt;", "&#64;octocat",
    "\u{202E}gnp.exe", "zero\u{200b}width", "\u{1b}[31mred\u{1b}[0m", "\u{1b}]0;title\u{7}", "\u{1b}",
    "\u{0}\u{7}\u{8}", "::error::pwn",
    "\n::set-env name=A::b", "\r::add-mask::x", "%0A::error::x", "a,file=b", "\u{2028}::error::x", "\u{e0041}",
    "\u{3164}", "", " ", "$x$", ":tada:",
    "https\u{200b}://evil.example", "a:b", "Ünïcödé 日本", "e\u{301}", "👩‍👩‍👧", String(repeating: "A", count: 5_000),
    String(repeating: "`", count: 5_000), String(repeating: "e\u{301}\u{302}", count: 5_000),
    "https:``//evil", "`x``y`", "www``.evil.example", "@``octocat",
  ]
}
