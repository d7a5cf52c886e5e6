// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One side of a line that makes git fetch from elsewhere: the beginning of a URL, or an absolute folder.
package struct RewriteAddress: WrittenValue {
  private static let longest = 1_024
  /// Not in URLs, or with a meaning in git's configuration.
  private static let unusual = Array("\"\\#;<>^`{|}".utf8)

  package let text: String

  package init?(_ text: String) {
    guard (2...Self.longest).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !Self.unusual.contains($0) })
    else { return nil }
    if text.hasPrefix("/") {
      guard AbsolutePath(text) != nil else { return nil }
    } else if text.hasPrefix("https://") {
      // A user's name in a URL is often a token.
      guard HostAndPort(Self.authority(text.dropFirst("https://".count))) != nil else { return nil }
    } else if text.hasPrefix("ssh://") {
      let authority = Self.authority(text.dropFirst("ssh://".count))
      guard HostAndPort(authority.hasPrefix("git@") ? String(authority.dropFirst(4)) : authority) != nil else {
        return nil
      }
    } else {
      guard text.hasPrefix("git@"), let colon = text.firstIndex(of: ":"),
        HostAndPort(String(text[..<colon].dropFirst(4))) != nil
      else { return nil }
    }
    self.text = text
  }

  var isFolder: Bool { text.hasPrefix("/") }

  package var description: String { text }

  package static let noun = "beginning of a URL, or folder,"
  package static let examples = "https://github.com/acme/, git@github.com:acme/ or /srv/mirrors/acme/"
  package static let pattern = "^(https://|ssh://|git@|/)[^ ]+$"

  package static func remedy(for text: String) -> String? {
    text.hasPrefix("https://") && text.contains("@") ? "take the credential out: tokens are given in files" : nil
  }

  private static func authority(_ rest: Substring) -> String { String(rest.prefix { $0 != "/" }) }
}
