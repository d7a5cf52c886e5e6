// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import ReviewTesting
import Testing

struct RefusalMessagesTests {
  private func publication(_ reason: String) throws -> Publication {
    RefusalMessages.publication(
      reason, pullRequest: 1, commit: CommitID(String(repeating: "a", count: 40)) ?? .none,
      marker: try #require(CommentMarker(name: "reviewbot")), job: "7")
  }

  @Test func `the comment shows the reason as a code block, and the summary its first line`() throws {
    let publication = try publication("a\n  @all\n```\n<!-- x --> \u{202e}b")
    #expect(
      publication.comment == """
        <!-- reviewbot:v1 id=reviewbot -->
        ### Could not be reviewed

            a
              @all
            ```
            <!-- x --> \\u{202E}b

        Commit `\(String(repeating: "a", count: 40))`, job 7.
        """)
    #expect(publication.summary == "could not be reviewed: a")
  }

  @Test func `a long reason is cut`() throws {
    let comment = try #require(
      try publication(String(repeating: "\(String(repeating: "a", count: 600))\n", count: 70)).comment)
    #expect(comment.split(separator: "\n").count { $0 == "    \(String(repeating: "a", count: 500))…" } == 60)
    #expect(comment.contains("\n    …\n\nCommit"))
  }

  @Test(arguments: HostileInputs.all)
  func `a comment and its summary have no hidden characters and stay in their block`(text: String) throws {
    let publication = try publication(text)
    let comment = try #require(publication.comment)
    #expect(HostileInputs.hiddenScalars(in: comment) == [])
    let block = comment.split(whereSeparator: \.isNewline).dropFirst(2).dropLast()
    #expect(block.allSatisfy { $0.hasPrefix("    ") })
    #expect(HostileInputs.hiddenScalars(in: publication.summary) == [])
    #expect(publication.summary.filter(\.isNewline).isEmpty)
  }
}
