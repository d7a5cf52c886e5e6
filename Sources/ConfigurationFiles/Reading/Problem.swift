// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One thing that is wrong with a configuration file.
package struct Problem: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  package let line: Int
  package let column: Int
  /// One sentence without a full stop.
  package let message: String
  /// What to do about it.
  package let remedy: String?

  package init(file: String, line: Int, column: Int, message: String, remedy: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.remedy = remedy
  }

  package var description: String {
    "\(file):\(line):\(column): \(message)" + (remedy.map { "; \($0)" } ?? "")
  }
}
