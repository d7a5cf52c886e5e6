// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Text to put in place of the whole lines from `startLine` to `endLine` (1-based, both included); without a line end.
package struct Suggestion: Hashable, Codable, Sendable {
  package let startLine: Int
  package let endLine: Int
  package let replacement: String

  package init(startLine: Int, endLine: Int, replacement: String) {
    self.startLine = startLine
    self.endLine = endLine
    self.replacement = replacement
  }
}
