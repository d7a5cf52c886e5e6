// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What somebody may do in a repository; each may all that those before it may.
package enum Permission: Comparable, Hashable, Sendable, CaseIterable {
  case none
  case read
  /// To change the code, and so to have it run.
  case write
  /// To change the repository's settings too.
  case admin
}
