// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// What a working tree changes against its upstream, committed or not.
package struct LocalChange: Hashable, Codable, Sendable {
  /// The top folder of the working tree.
  package let root: FilePath
  /// What the change is compared with; `nil` when every file counts.
  package let mergeBase: CommitID?
  /// The name that led to the merge base, such as `origin/main`.
  package let baseName: String?
  package let changes: ChangeSet

  package init(root: FilePath, mergeBase: CommitID?, baseName: String?, changes: ChangeSet) {
    self.root = root
    self.mergeBase = mergeBase
    self.baseName = baseName
    self.changes = changes
  }
}
