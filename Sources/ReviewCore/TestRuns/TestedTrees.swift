// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Which trees of a pull request are built and tested.
package enum TestedTrees: String, Codable, Sendable, CaseIterable {
  /// As pushed.
  case head
  /// As it would be after the merge.
  case merge
  /// As pushed, then as it would be after the merge; once when they are the same.
  case both
}
