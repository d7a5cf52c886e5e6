// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What the terminal can show.
package struct TerminalSettings: Hashable, Sendable {
  package let hasColor: Bool
  /// Columns.
  package let width: Int

  package init(hasColor: Bool, width: Int) {
    self.hasColor = hasColor
    self.width = max(40, width)
  }
}
