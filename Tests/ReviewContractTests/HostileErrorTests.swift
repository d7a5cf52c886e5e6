// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

struct HostileErrorTests {
  @Test(arguments: HostileInputs.all)
  func `an error about hostile text has no hidden characters`(text: String) {
    let errors: [any ExplainedError] = [
      WorkspaceError(.unsafeContent, text, remedy: text, underlying: text),
      ForgeError(.rejected, "m", underlying: text),
      CoverageError(.malformed, text), QueueError(.damaged, text, remedy: text),
    ]
    for error in errors { #expect(HostileInputs.hiddenScalars(in: "\(error)") == []) }
  }

  @Test func `long text in an error is cut before the remedy`() {
    let error = WorkspaceError(.failed, String(repeating: "a", count: 10_000), remedy: "try again", underlying: "b\nc")
    #expect("\(error)" == String(repeating: "a", count: 2000) + "…: b\nc; try again")
  }
}
