// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How much a repository may cost before it is refused.
package struct WorkspaceLimits: Hashable, Sendable {
  /// Files, links and folders of one tree.
  package var entries: Int
  /// The files of one tree together, as they are on disk.
  package var treeBytes: Int
  /// Folders inside folders.
  package var depth: Int
  /// What one fetch may transfer.
  package var fetchedBytes: Int
  /// How long fetching, comparing and checking out may take together. A server that says nothing at all is not noticed:
  /// whoever needs that runs the provider in a process that can be ended.
  package var time: Duration

  package init(
    entries: Int = 200_000, treeBytes: Int = 4 << 30, depth: Int = 128, fetchedBytes: Int = 8 << 30,
    time: Duration = .seconds(1800)
  ) {
    self.entries = entries
    self.treeBytes = treeBytes
    self.depth = depth
    self.fetchedBytes = fetchedBytes
    self.time = time
  }
}
