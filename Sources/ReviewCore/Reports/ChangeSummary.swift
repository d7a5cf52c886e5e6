// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How big a change is.
package struct ChangeSummary: Hashable, Codable, Sendable {
  package let files: Int
  package let addedLines: Int
  package let removedLines: Int

  package init(files: Int, addedLines: Int, removedLines: Int) {
    self.files = files
    self.addedLines = addedLines
    self.removedLines = removedLines
  }

  package init(_ changes: ChangeSet) {
    self.init(files: changes.files.count, addedLines: changes.addedLineCount, removedLines: changes.removedLineCount)
  }
}
