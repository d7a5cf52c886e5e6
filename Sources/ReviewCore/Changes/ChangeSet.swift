// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The files that differ between the merge base and the head, ordered by path.
package struct ChangeSet: Hashable, Codable, Sendable {
  package let files: [ChangedFile]

  package init(files: [ChangedFile]) {
    self.files = files.sorted { $0.path < $1.path }
  }

  package func file(at path: String) -> ChangedFile? {
    files.first { $0.path == path }
  }

  package var addedLineCount: Int { files.reduce(0) { $0 + $1.addedLines.count } }
  package var removedLineCount: Int { files.reduce(0) { $0 + $1.removedLines.count } }
}
