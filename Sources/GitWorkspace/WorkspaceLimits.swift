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
  /// What all mirrors may take on the disk together; a mirror in use stays, whatever its size. By default room for some
  /// dozens of large repositories: the history of Swift's own compiler takes about 1.5 GiB.
  package var mirrorBytes: Int
  /// What must be free on the mirrors' disk before a fetch. By default what git repositories of a usual size, their
  /// checkout and the report need; a build takes more.
  package var freeBytes: Int
  /// How long fetching, comparing and checking out may take together. A server that says nothing at all is not noticed:
  /// whoever needs that runs the provider in a process that can be ended.
  package var time: Duration

  package init(
    entries: Int = 200_000, treeBytes: Int = 4 << 30, depth: Int = 128, fetchedBytes: Int = 8 << 30,
    mirrorBytes: Int = 20 << 30, freeBytes: Int = 256 << 20, time: Duration = .seconds(1800)
  ) {
    self.entries = entries
    self.treeBytes = treeBytes
    self.depth = depth
    self.fetchedBytes = fetchedBytes
    self.mirrorBytes = mirrorBytes
    self.freeBytes = freeBytes
    self.time = time
  }
}
