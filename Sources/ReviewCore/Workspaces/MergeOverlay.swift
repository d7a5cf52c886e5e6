// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// How to turn a checkout of the head into one of the merge: only files that differ are touched, so that a build folder
/// stays good for all others.
package struct MergeOverlay: Hashable, Codable, Sendable {
  /// The id of the merge's tree.
  package let tree: CommitID
  /// Holds the merge's version of each file that differs from the head's, at its own path.
  package let folder: FilePath
  /// The files in the folder, ordered.
  package let written: [String]
  /// Files of the head that the merge does not have, ordered.
  package let removed: [String]

  package init(tree: CommitID, folder: FilePath, written: [String], removed: [String]) {
    self.tree = tree
    self.folder = folder
    self.written = written
    self.removed = removed
  }
}
