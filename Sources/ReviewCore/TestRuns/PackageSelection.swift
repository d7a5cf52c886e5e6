// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Which of a repository's packages are built and tested.
package enum PackageSelection: Hashable, Codable, Sendable {
  /// The one at the root; without one there, all packages below.
  case auto
  /// These folders, from the repository's root; empty for the root itself.
  case folders([String])
}
