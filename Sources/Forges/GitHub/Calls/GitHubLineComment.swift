// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// A comment at lines of the head's side of a change.
struct GitHubLineComment: Encodable, Hashable, Sendable {
  let path: String
  let body: String
  let line: Int
  let side = "RIGHT"
  /// Before `line`; `nil` for a comment at one line, where GitHub refuses it.
  let startLine: Int?
  let startSide: String?

  /// - Parameter text: Markdown.
  init(path: String, lines: ClosedRange<Int>, text: String) {
    self.path = path
    body = text
    line = lines.upperBound
    startLine = lines.count > 1 ? lines.lowerBound : nil
    startSide = lines.count > 1 ? "RIGHT" : nil
  }

  /// A comment that offers its reader to put other lines in place of these.
  init(path: String, suggestion: Suggestion, text: String) {
    let fence = Self.fence(around: suggestion.replacement)
    let lines = suggestion.replacement.isEmpty ? "" : suggestion.replacement + "\n"
    self.init(
      path: path, lines: suggestion.startLine...max(suggestion.startLine, suggestion.endLine),
      text: "\(text)\n\n\(fence)suggestion\n\(lines)\(fence)")
  }

  /// Longer than any fence in the text, so that the text cannot end it.
  private static func fence(around text: String) -> String {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: max(3, longest + 1))
  }
}
