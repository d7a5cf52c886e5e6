// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The first line of our comment, by which it is found again.
package struct CommentMarker: Hashable, Sendable {
  /// What tells several reviewbots on one pull request apart; also the context of the commit status.
  package let name: String

  /// Fails unless the name has 1 to 60 letters, digits, `-`, `_`, `.` or `/`.
  package init?(name: String) {
    guard (1...60).contains(name.utf8.count) else { return nil }
    let allowed = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "/"):
        true
      default: false
      }
    }
    guard allowed, !name.contains("--") else { return nil }
    self.name = name
  }

  package var line: String { "<!-- reviewbot:v1 id=\(name) -->" }

  package func isFirstLine(of body: String) -> Bool {
    // By bytes: to Swift a carriage return and a newline are one character.
    let first = body.utf8.prefix { $0 != UInt8(ascii: "\n") }
    let end = first.last == UInt8(ascii: "\r") ? first.dropLast() : first
    return end.elementsEqual(line.utf8)
  }
}
