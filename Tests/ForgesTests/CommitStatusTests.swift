// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Forges

struct CommitStatusTests {
  @Test(arguments: [
    ("short", "short"),
    ("two\nlines", "two lines"),
    (String(repeating: "x", count: 140), String(repeating: "x", count: 140)),
    (String(repeating: "x", count: 141), String(repeating: "x", count: 139) + "…"),
    (String(repeating: "👩‍👩‍👧‍👦", count: 20), String(repeating: "👩‍👩‍👧‍👦", count: 12) + "…"),
  ])
  func `cuts a description between characters`(text: String, description: String) {
    #expect(CommitStatus.shortened(text, to: 140) == description)
    #expect(CommitStatus.shortened(text, to: 140).utf16.count <= 140)
  }

  @Test func `a status is shown already only if its state and description are equal`() throws {
    let wanted = try status("passed")
    #expect(wanted == CommitStatus(state: "success", context: "reviewbot", description: "#7: passed"))
    #expect(wanted.isShown(by: wanted))
    #expect(!wanted.isShown(by: nil))
    #expect(!wanted.isShown(by: CommitStatus(state: "failure", context: "reviewbot", description: "#7: passed")))
    #expect(!wanted.isShown(by: CommitStatus(state: "success", context: "reviewbot", description: "else")))
    let bare = CommitStatus(state: "success", context: "reviewbot", description: "")
    #expect(bare.isShown(by: CommitStatus(state: "success", context: "reviewbot", description: nil)))
  }

  private func status(_ summary: String) throws -> CommitStatus {
    try gitHub().status(try samplePublication(summary: summary))
  }
}
