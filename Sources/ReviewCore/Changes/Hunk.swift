// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One place where two versions of a file differ, with no lines of context. Line numbers are 1-based; a count of 0
/// means that nothing was removed, or nothing added.
package struct Hunk: Hashable, Codable, Sendable {
  package let oldStart: Int
  package let oldCount: Int
  package let newStart: Int
  package let newCount: Int

  package init(oldStart: Int, oldCount: Int, newStart: Int, newCount: Int) {
    self.oldStart = oldStart
    self.oldCount = oldCount
    self.newStart = newStart
    self.newCount = newCount
  }
}

extension [Hunk] {
  package var addedLines: LineSet {
    LineSet(ranges: filter { $0.newCount > 0 }.map { $0.newStart...($0.newStart + $0.newCount - 1) })
  }

  package var removedLines: LineSet {
    LineSet(ranges: filter { $0.oldCount > 0 }.map { $0.oldStart...($0.oldStart + $0.oldCount - 1) })
  }
}
