// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a change does to one file.
package struct ChangedFile: Hashable, Codable, Sendable {
  package enum Status: String, Codable, Sendable {
    case added, modified, deleted, renamed, typeChanged
  }

  /// What the file is after the change (before it, for a deleted file).
  package enum Kind: String, Codable, Sendable {
    case regular, executable, symbolicLink, submodule
  }

  /// From the repository's root, with `/` between its parts.
  package let path: String
  /// The path before a rename.
  package let oldPath: String?
  package let status: Status
  package let kind: Kind
  package let isBinary: Bool
  package let hunks: [Hunk]

  package init(
    path: String, oldPath: String? = nil, status: Status, kind: Kind = .regular, isBinary: Bool = false,
    hunks: [Hunk] = []
  ) {
    self.path = path
    self.oldPath = oldPath
    self.status = status
    self.kind = kind
    self.isBinary = isBinary
    self.hunks = hunks
  }

  /// Lines of the new version that were added or changed.
  package var addedLines: LineSet {
    LineSet(ranges: hunks.filter { $0.newCount > 0 }.map { $0.newStart...($0.newStart + $0.newCount - 1) })
  }

  /// Lines of the old version that are gone.
  package var removedLines: LineSet {
    LineSet(ranges: hunks.filter { $0.oldCount > 0 }.map { $0.oldStart...($0.oldStart + $0.oldCount - 1) })
  }

  /// Whether there is text to read in the new version.
  package var hasText: Bool {
    status != .deleted && !isBinary && (kind == .regular || kind == .executable)
  }
}
