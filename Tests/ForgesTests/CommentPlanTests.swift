// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Forges

struct CommentPlanTests {
  private let marker = "<!-- reviewbot:v1 id=a -->"

  private func plan(_ existing: [ForgeComment], account: Account = .user(id: 1)) throws -> [CommentPlan.Step] {
    let marker = try #require(CommentMarker(name: "a"))
    return CommentPlan(body: "\(self.marker)\ntext\n", marker: marker, existing: existing, account: account).steps
  }

  private func comment(_ id: Int, _ body: String?, by author: Int? = 1) -> ForgeComment {
    ForgeComment(id: id, body: body, user: author.map { .init(login: "me", id: $0, type: "User") })
  }

  @Test func `a comment that differs only in line endings or trailing newlines is not updated`() throws {
    #expect(try plan([comment(1, "\(marker)\r\ntext")]) == [.leave(id: 1)])
    #expect(try plan([comment(1, "\(marker)\ntext\n\n")]) == [.leave(id: 1)])
    #expect(try plan([comment(1, "\(marker)\n\ntext")]) == [.update(id: 1)])
  }

  @Test(arguments: [
    "text", "", " <!-- reviewbot:v1 id=a -->\ntext", "text\n<!-- reviewbot:v1 id=a -->",
    "<!-- reviewbot:v1 id=b -->\ntext", "<!-- reviewbot:v1 id=a --> text",
  ])
  func `a comment without the marker as its first line is not reused`(body: String) throws {
    #expect(try plan([comment(1, body)]) == [.create])
  }

  @Test func `a comment of another or unknown author is not reused`() throws {
    #expect(try plan([comment(1, "\(marker)\ntext", by: 2)]) == [.create])
    #expect(try plan([comment(1, "\(marker)\ntext", by: nil)]) == [.create])
    #expect(try plan([comment(1, "\(marker)\ntext")], account: .anonymous) == [.create])
    #expect(try plan([comment(1, "\(marker)\ntext")], account: .app(login: "me")) == [.create])
    #expect(try plan([comment(1, nil)]) == [.create])
  }
}
