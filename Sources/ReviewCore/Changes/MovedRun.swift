// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Neighbouring lines that a change moved, and where they were before.
package struct MovedRun: Hashable, Codable, Sendable {
  /// The old version's file.
  package let oldPath: String
  /// The first line in the old version, 1-based.
  package let oldStart: Int
  /// The first line in the new version, 1-based.
  package let newStart: Int
  package let count: Int

  package init(oldPath: String, oldStart: Int, newStart: Int, count: Int) {
    self.oldPath = oldPath
    self.oldStart = oldStart
    self.newStart = newStart
    self.count = count
  }
}
