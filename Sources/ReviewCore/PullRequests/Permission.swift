// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The permission of an account in a repository; each includes those before it.
package enum Permission: Comparable, Hashable, Sendable, CaseIterable {
  case none
  case read
  /// To change the code, and so to have it run.
  case write
  /// To change the repository's settings too.
  case admin
}
