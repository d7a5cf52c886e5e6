// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The command of a comment.
package enum CommentCommand: Hashable, Sendable {
  /// `/reviewbot recheck`
  case recheck
  /// `/reviewbot ok COMMIT`: exactly this commit may run. Said of a whole id only, because what is abbreviated could become
  /// another's.
  case approve(CommitID)
  /// It begins like a command, and is not a valid one.
  case unknown

  /// Reads the first line of a comment; `nil` for an ordinary comment.
  ///
  /// What comes later may be quoted, in a code block or not shown at all, and then somebody else's words: that takes a whole reader of
  /// Markdown to tell. A line ends with a line feed, before which there may be a carriage return, and with nothing else.
  package init?(firstLineOf comment: String, name: String) {
    let line = comment.utf8.prefix { $0 != UInt8(ascii: "\n") }
    guard let text = String(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) else { return nil }
    let words = text.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      .map { String(decoding: $0, as: UTF8.self) }
    guard text.utf8.first == UInt8(ascii: "/"), words.first == "/\(name)" else { return nil }
    switch (words.dropFirst().first, words.count) {
    case ("recheck", 2): self = .recheck
    case ("ok", 3): self = CommitID(words[2]).map { .approve($0) } ?? .unknown
    default: self = .unknown
    }
  }

  /// `recheck`, `ok` or `unknown`.
  package var name: String {
    switch self {
    case .recheck: "recheck"
    case .approve: "ok"
    case .unknown: "unknown"
    }
  }
}
