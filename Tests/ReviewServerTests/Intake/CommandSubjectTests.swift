// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewServer

struct CommandSubjectTests {
  @Test func `a command subject is converted to text and back`() throws {
    let subject = try #require(CommandSubject(comment: .max))
    #expect(CommandSubject(subject.text) == subject)
  }

  @Test(arguments: ["", "0", "-1", "7 ok", "x", "99999999999999999999"])
  func `a text that is not a command subject is rejected`(text: String) {
    #expect(CommandSubject(text) == nil)
  }
}
