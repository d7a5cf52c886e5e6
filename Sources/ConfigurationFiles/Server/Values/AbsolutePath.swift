// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A path from the machine's root, written straight.
package struct AbsolutePath: WrittenValue {
  /// The kernel takes 4,096 bytes at most; what is put below a folder needs some of them.
  private static let longest = 1_024

  package let path: String

  package init?(_ text: String) {
    let trimmed = text.hasSuffix("/") ? text.dropLast() : text[...]
    guard text.hasPrefix("/"), (2...Self.longest).contains(text.utf8.count),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }),
      trimmed.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy({ !["", ".", ".."].contains($0) })
    else { return nil }
    path = String(trimmed)
  }

  package var description: String { path }

  package static let noun = "absolute path"
  package static let examples = "/srv/reviewbot"
  package static let pattern = "^/."

  package static func remedy(for text: String) -> String? {
    text.hasPrefix("/") ? "write it without .., . and empty names" : "begin it with /, at the machine's root"
  }
}
