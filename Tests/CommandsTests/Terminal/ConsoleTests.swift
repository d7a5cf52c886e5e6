// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import Testing

@testable import CommandSupport
@testable import Commands

struct ConsoleTests {
  @Test(arguments: [
    ("cannot read a", "reviewbot: cannot read a\n"), ("a\n\n  b\r\nc", "reviewbot: a\n    b\n  c\n"),
    ("\u{1b}[2Ja \u{202e}b\u{7}", "reviewbot: a \\u{202E}b\\u{7}\n"),
    (String(repeating: "a", count: 3000), "reviewbot: \(String(repeating: "a", count: 2000))…\n"),
  ])
  func `an error message keeps its lines and shows hidden characters escaped`(message: String, text: String) {
    #expect(Console.complaint(message) == text)
  }

  @Test(arguments: HostileInputs.all)
  func `an error message has no hidden characters`(text: String) {
    #expect(HostileInputs.hiddenScalars(in: Console.complaint(text)) == [])
  }
}
