// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How a checkout differs from its commit. Paths are hostile text.
package struct SourceChanges: Hashable, Sendable {
  /// Files of the commit with other contents or another type, ordered.
  package var modified: [String] = []
  /// Files of the commit that are missing, ordered.
  package var removed: [String] = []
  /// Other files, links and directories, ordered; a directory stands for its contents.
  package var added: [String] = []

  package init() {}

  package var isEmpty: Bool { modified.isEmpty && removed.isEmpty && added.isEmpty }

  /// The paths that a message names; the others are counted.
  private static let named = 5

  /// `Sources/A.swift; removed: Sources/B.swift; added: Sources/C.swift and 2 more`
  package var description: String {
    [("", modified), ("removed: ", removed), ("added: ", added)].filter { !$0.1.isEmpty }.map { word, paths in
      let names = paths.prefix(Self.named).joined(separator: ", ")
      return word + names + (paths.count > Self.named ? " and \(paths.count - Self.named) more" : "")
    }.joined(separator: "; ")
  }

  mutating func sort() {
    modified.sort()
    removed.sort()
    added.sort()
  }
}
