// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How far dependencies are followed.
package struct MirroringLimits: Hashable, Sendable {
  /// Repositories that are mirrored for one pull request.
  package var repositories: Int
  /// Dependencies of dependencies.
  package var depth: Int

  package init(repositories: Int = 64, depth: Int = 8) {
    self.repositories = repositories
    self.depth = depth
  }
}
