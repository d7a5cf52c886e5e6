// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import Testing

@testable import Webhooks

struct CommentCommandTests {
  private static let commit = String(repeating: "0123456789", count: 4)

  @Test(
    arguments: [
      ("/reviewbot recheck", .recheck), ("please\n\n/reviewbot  recheck \nthanks", .recheck),
      ("/reviewbot recheck\r\n", .recheck), ("/reviewbot ok \(commit)", CommitID(commit).map { .approve($0) }),
      // Whoever can choose the rest of an abbreviated id could have another commit run.
      ("/reviewbot ok 0123456", .unknown("ok 0123456")), ("/reviewbot ok", .unknown("ok")),
      ("/reviewbot", .unknown("")), ("/reviewbot merge now", .unknown("merge now")),
      ("/reviewbot unknown\n/reviewbot recheck", .unknown("unknown")), ("/reviewbots recheck", nil),
      ("use /reviewbot recheck", nil), ("> /reviewbot recheck", nil), (" /reviewbot recheck", nil), ("", nil),
      ("```\n/reviewbot recheck\n```", nil), ("```\n/x\n```\n/reviewbot recheck", .recheck),
    ] as [(String, CommentCommand?)])
  func `reads the first command`(comment: String, command: CommentCommand?) {
    #expect(CommentCommand.first(in: comment, name: "reviewbot") == command)
  }
}
