// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What can be the name of an account on any forge. Anything else would lead to another place of an API.
enum AccountName {
  /// "is too long (maximum is 255 characters)", GitLab's answer to a longer one; the others allow fewer.
  private static let longest = 255

  static func isAllowed(_ name: String) -> Bool {
    (1...longest).contains(name.utf8.count) && name != "." && name != ".."
      && name.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
  }

  /// No forge tells accounts apart by the case of their letters.
  static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
}
