// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewServer

struct CommandSubjectTests {
  @Test func `leads back to its comment`() throws {
    let subject = try #require(CommandSubject(comment: .max))
    #expect(CommandSubject(subject.text) == subject)
  }

  @Test(arguments: ["", "0", "-1", "7 ok", "x", "99999999999999999999"])
  func `reads no other text`(text: String) {
    #expect(CommandSubject(text) == nil)
  }
}
