// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// What a build of the head can start from: the build of its base, which is kept from one review to the next.
///
/// Only code of the base repository's own branch is ever built into it, never the pull request's.
package struct WarmStart: Hashable, Codable, Sendable {
  /// A checkout of the base tip, for building it when no build is kept.
  package let baseRoot: FilePath
  package let base: CommitID
  /// The folder of the builds of this repository and branch. Only read: the cache of builds takes over what is in ``left``.
  package let builds: FilePath
  /// The folder for a build that is to be kept.
  package let left: FilePath

  package init(baseRoot: FilePath, base: CommitID, builds: FilePath, left: FilePath) {
    self.baseRoot = baseRoot
    self.base = base
    self.builds = builds
    self.left = left
  }
}
