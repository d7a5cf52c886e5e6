// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ReviewServer

struct CommentCommandTests {
  private static let commit = String(repeating: "0123456789", count: 4)
  private static let approval = "/reviewbot ok \(commit)"

  @Test(
    arguments: [
      ("/reviewbot recheck", .recheck), ("/reviewbot  recheck \nthanks", .recheck),
      ("/reviewbot recheck\r\n", .recheck),
      (approval, CommitID(commit).map { .approve($0) }),
      ("\(approval)\n\n> quoted", CommitID(commit).map { .approve($0) }),
      // An author who can choose the rest of an abbreviated id could run another commit.
      ("/reviewbot ok 0123456", .unknown), ("/reviewbot ok", .unknown), ("/reviewbot", .unknown),
      ("/reviewbot ignore 0123ABCD", .ignore("0123abcd")), ("/reviewbot ignore", .unknown),
      ("/reviewbot ignore 0123abcd 0123abce", .unknown), ("/reviewbot explain force_try", .explain("force_try")),
      ("/reviewbot explain \(String(repeating: "x", count: 201))", .unknown), ("/reviewbot help", .help),
      ("/reviewbot merge now", .unknown), ("/reviewbot unknown\n/reviewbot recheck", .unknown),
      ("/reviewbots recheck", nil), ("use /reviewbot recheck", nil), ("> /reviewbot recheck", nil),
      (" /reviewbot recheck", nil), ("", nil), ("\n/reviewbot recheck", nil),
    ] as [(String, CommentCommand?)])
  func `a command is read only from the first line of a comment`(comment: String, command: CommentCommand?) {
    #expect(CommentCommand(firstLineOf: comment, name: "reviewbot") == command)
  }

  /// Hostile text that a member may quote without seeing a command in it.
  @Test(arguments: [
    "hello\n\(approval)", "<!--\n\(approval)\n-->", "<!-- -->\n\(approval)", "<pre>\n\(approval)\n</pre>",
    "```\n\(approval)\n```", "````\n```\n````\n\(approval)", "~~~~\n~~~\n\(approval)\n~~~~", "```\n~~~\n\(approval)",
    "  ```\n\(approval)\n  ```", "- ```\n\(approval)", "1. one\n\n\(approval)", "> quoted:\n\(approval)",
    "> quoted\n> \(approval)", "text\u{2028}\(approval)", "text\u{2029}\(approval)", "text\u{0b}\(approval)",
    "text\u{0c}\(approval)", "text\u{85}\(approval)", "text\r\(approval)", "\u{feff}\(approval)", "\u{200b}\(approval)",
    "\u{a0}\(approval)", "\t\(approval)", "\u{0}\(approval)", "| a |\n|---|\n\(approval)", "[x]: y\n\(approval)",
    "<details>\n\(approval)\n</details>", "\r\n\(approval)",
  ])
  func `text below the first line, or hidden in it, is not a command`(comment: String) {
    #expect(CommentCommand(firstLineOf: comment, name: "reviewbot") == nil)
  }

  @Test(arguments: ["\u{2028}", "\u{0b}", "\u{85}", "\r", "\u{a0}", "x", " x", "\u{0}", "\u{301}"])
  func `a command with trailing text in its line is unknown`(text: String) {
    #expect(CommentCommand(firstLineOf: "\(Self.approval)\(text)rest", name: "reviewbot") == .unknown)
  }
}
