// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A line of code with the expressions on it that no test ran.
package struct IdleExpressions: Hashable, Codable, Sendable {
  /// Longer lines are not shown.
  package static let maximumBytes = 200
  /// So many lines of a file are shown.
  package static let maximumLines = 3

  /// 1-based, in the head.
  package let line: Int
  /// The line as it is in the file: hostile text.
  package let text: String
  /// First and one past the last column of each, 1-based, in UTF-8 bytes of the text.
  package let columns: [[Int]]

  package init(line: Int, text: String, columns: [[Int]]) {
    self.line = line
    self.text = text
    self.columns = columns
  }
}
