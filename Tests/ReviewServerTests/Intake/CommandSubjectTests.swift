// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewServer

struct CommandSubjectTests {
  @Test func `converts to text and back`() throws {
    let subject = try #require(CommandSubject(comment: .max))
    #expect(CommandSubject(subject.text) == subject)
  }

  @Test(arguments: ["", "0", "-1", "7 ok", "x", "99999999999999999999"])
  func `refuses other text`(text: String) {
    #expect(CommandSubject(text) == nil)
  }
}
