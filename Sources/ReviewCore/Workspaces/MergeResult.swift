// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What the head becomes when it is merged into the tip of its base.
package enum MergeResult: Hashable, Codable, Sendable {
  /// The base has nothing that the head has not: the merge's files are the head's.
  case sameAsHead
  /// These paths cannot be merged without a person; ordered.
  case conflict(paths: [String])
  /// The merge's files differ from the head's.
  case differs(MergeOverlay)
}
