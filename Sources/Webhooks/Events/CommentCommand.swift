// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// What somebody asks for in a comment.
package enum CommentCommand: Hashable, Sendable {
  /// `/reviewbot recheck`
  case recheck
  /// `/reviewbot ok COMMIT`: exactly this commit may run. Said of a whole id only, because what is abbreviated could become
  /// another's.
  case approve(CommitID)
  /// It begins like a command and is none; with what was said, at most 100 bytes.
  case unknown(String)

  /// The first line of a comment that is a command; `nil` for an ordinary comment. Lines of a quotation or of a code block
  /// are somebody else's words.
  package static func first(in comment: String, name: String) -> CommentCommand? {
    var isInCode = false
    for line in comment.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.hasPrefix("```") || line.hasPrefix("~~~") { isInCode.toggle() }
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard !isInCode, line.first == "/", words.first.map(String.init) == "/\(name)" else { continue }
      return make(words.dropFirst().map(String.init))
    }
    return nil
  }

  private static func make(_ words: [String]) -> CommentCommand {
    switch (words.first, words.count) {
    case ("recheck", 1): return .recheck
    case ("ok", 2):
      if let commit = CommitID(words[1]) { return .approve(commit) }
    default: break
    }
    return .unknown(String(decoding: words.joined(separator: " ").utf8.prefix(100), as: UTF8.self))
  }
}
