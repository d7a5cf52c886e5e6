// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import ReviewTesting
import Testing

struct LogTextTests {
  @Test(arguments: [
    ("word", "word"), ("a \"b\" \\", #"a \"b\" \\"#), ("line\nend\t\r", #"line\nend\t\r"#),
    ("\u{1b}[2J\u{3164}\u{e0041}", #"\u001b[2J\u3164\udb40\udc41"#), ("größer🦆", "größer🦆"),
  ])
  func `special characters are escaped as in JSON`(text: String, quoted: String) {
    #expect(HostileText(text).logText(isQuoted: true) == quoted)
  }

  @Test func `quotes and backslashes are unchanged in unquoted text`() {
    #expect(HostileText("a \"b\" \\\n").logText(isQuoted: false) == #"a "b" \\n"#)
  }

  @Test(arguments: HostileInputs.all)
  func `a quoted text is a JSON string`(text: String) throws {
    let json = "[\"\(HostileText(text).logText(isQuoted: true))\"]"
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
  }
}
