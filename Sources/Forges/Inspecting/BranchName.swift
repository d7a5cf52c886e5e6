// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What git takes for the name of a branch (git-check-ref-format). Anything else would lead to another place of an API.
enum BranchName {
  /// Ours: a name is a path of a file too, which cannot be longer.
  private static let longest = 4_096

  static func isAllowed(_ name: String) -> Bool {
    guard (1...longest).contains(name.utf8.count), !name.contains(".."), !name.contains("@{"), name != "@",
      !name.hasPrefix("-"), !name.hasSuffix(".")
    else { return false }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") }) else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case 0...0x20, 0x7f, UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: ":"), UInt8(ascii: "?"),
        UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "\\"):
        false
      default: true
      }
    }
  }
}
