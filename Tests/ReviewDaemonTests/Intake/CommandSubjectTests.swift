// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import Testing
import Webhooks

@testable import ReviewDaemon

struct CommandSubjectTests {
  private static let commit = CommitID.none

  @Test(
    arguments: [
      (.recheck, "7 recheck "), (.approve(commit), "7 ok \(commit) "), (.unknown(""), "7 unknown 0  "),
      (.unknown("merge now"), "7 unknown 9 merge now "), (.unknown("é 9 x"), "7 unknown 6 é 9 x "),
    ] as [(CommentCommand, String)],
    [
      "ada", "renovate[bot]", "a b  c ", "recheck 1", " ", "7 recheck eve", "\u{301}eve", "x\ny\u{0}", "👩‍👩‍👧",
      String(repeating: "é", count: 150),
    ])
  func `leads back to what it was made of`(command: (CommentCommand, String), author: String) throws {
    let subject = try #require(CommandSubject(comment: 7, author: author, command: command.0))
    #expect(Array(subject.text.utf8) == Array((command.1 + author.replacing("\0", with: "\u{fffd}")).utf8))
    #expect(subject.text.utf8.count <= QueueLimits.subject)
    let read = try #require(CommandSubject(subject.text))
    #expect(read == subject)
    #expect(Array(read.author.utf8) == Array(subject.author.utf8))
  }

  @Test func `what is too long is cut in the command, and refused in the name`() throws {
    let long = CommandSubject(
      comment: .max, author: String(repeating: "a", count: 300), command: .unknown(String(repeating: "é", count: 99)))
    let subject = try #require(long)
    #expect(subject.command == .unknown(String(repeating: "é", count: 50)))
    #expect(subject.text.utf8.count <= QueueLimits.subject)
    #expect(CommandSubject(comment: 1, author: String(repeating: "a", count: 301), command: .recheck) == nil)
    #expect(CommandSubject(comment: 1, author: "", command: .recheck) == nil)
    #expect(CommandSubject(comment: 0, author: "ada", command: .recheck) == nil)
  }

  @Test(arguments: [
    "", "7", "7 recheck", "7 recheck ", "x recheck ada", "-1 recheck ada", "7 merge ada", "7 ok abc ada",
    "7 unknown 5 ab ada",
    "7 unknown -1 ada", "7 unknown 101 ada", "7 unknown 99999999999999999999 a b",
  ])
  func `reads no other text`(text: String) {
    #expect(CommandSubject(text) == nil)
  }
}
