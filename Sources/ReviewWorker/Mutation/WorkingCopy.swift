// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import ReviewContract
package import SystemPackage

/// A copy of a working tree that is built and changed in its place.
package struct WorkingCopy: Sendable {
  package let root: FilePath

  /// - Parameters:
  ///   - tree: the top folder of the working tree.
  ///   - root: the folder to create.
  ///   - hasBuilds: whether the build folder is copied, which is of use only at the path where it was made.
  /// - Throws: an error if the tree cannot be read, or the copy not written.
  package init(of tree: FilePath, at root: FilePath, hasBuilds: Bool) async throws {
    self.root = root
    let (source, target) = (ContainedDirectory(tree), ContainedDirectory(making: root, permissions: 0o700))
    let copier = BuildCopier()
    // Tests have no use for the history of the repository, which can be large.
    for entry in try source.entries() where entry.name != ".git" {
      if entry.name == SourceManifest.buildDirectory, !hasBuilds { continue }
      // A link that leads out of the tree is left out: a sandbox does not show its target.
      guard entry.status.kind != .other else { continue }
      try await copier.copy(entry.name, in: source, to: target, as: entry.name, by: TreeCopy())
    }
  }
}
