// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A place in a text file: 1-based lines and 1-based columns in UTF-8 bytes. The end column is the first one after the
/// range.
package struct SourceRange: Hashable, Sendable {
  package let startLine: Int
  package let startColumn: Int
  package let endLine: Int
  package let endColumn: Int

  package init(startLine: Int, startColumn: Int, endLine: Int, endColumn: Int) {
    self.startLine = startLine
    self.startColumn = startColumn
    self.endLine = endLine
    self.endColumn = endColumn
  }

  /// One place with no extent.
  package init(line: Int, column: Int) {
    self.init(startLine: line, startColumn: column, endLine: line, endColumn: column)
  }

  package var lines: ClosedRange<Int> { startLine...max(startLine, endLine) }
}
