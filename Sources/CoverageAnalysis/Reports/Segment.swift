// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// From here to the next segment of the file, every character has this count.
struct Segment: Hashable, Sendable {
  /// 1-based.
  let line: UInt32
  /// 1-based, in UTF-8 bytes.
  let column: UInt32
  /// A counter that overflowed is the greatest number.
  let count: UInt64
  /// Whether there is anything to count: not in skipped code.
  let hasCount: Bool
  /// Whether this is the space between regions, which nobody executes.
  let isGap: Bool

  /// Whether something here can be executed.
  var isMapped: Bool { hasCount && !isGap }

  /// Whether it begins at or before a place.
  func begins(atOrBefore line: Int, _ column: Int) -> Bool {
    self.line == line ? self.column <= column : self.line < line
  }

  /// Whether it begins at or after a place.
  func begins(atOrAfter line: Int, _ column: Int) -> Bool {
    self.line == line ? self.column >= column : self.line > line
  }
}
