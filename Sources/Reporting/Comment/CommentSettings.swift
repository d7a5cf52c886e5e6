// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// How the comment is written.
package struct CommentSettings: Hashable, Sendable {
  /// GitHub refuses a longer comment ("Body is too long (maximum is 65536 characters)").
  package static let forgeLimit = 65_536
  /// Leaves room for what a forge or a proxy adds.
  package static let defaultBudget = 60_000

  package let marker: CommentMarker
  /// How many findings are listed.
  package let listedFindings: Int
  /// The longest comment, in UTF-16 units.
  package let budget: Int

  package init(marker: CommentMarker, listedFindings: Int = 20, budget: Int = CommentSettings.defaultBudget) {
    self.marker = marker
    self.listedFindings = max(0, listedFindings)
    self.budget = min(budget, Self.forgeLimit)
  }
}
