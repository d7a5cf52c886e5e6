// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How many measurable lines are in which state.
package struct LineCounts: Hashable, Codable, Sendable {
  package var covered: Int
  package var partial: Int
  package var missed: Int

  package init(covered: Int = 0, partial: Int = 0, missed: Int = 0) {
    self.covered = covered
    self.partial = partial
    self.missed = missed
  }

  package var measurable: Int { covered + partial + missed }

  package mutating func count(_ state: LineState, times: Int = 1) {
    switch state {
    case .covered: covered += times
    case .partial: partial += times
    case .missed: missed += times
    }
  }

  package static func + (left: LineCounts, right: LineCounts) -> LineCounts {
    LineCounts(
      covered: left.covered + right.covered, partial: left.partial + right.partial, missed: left.missed + right.missed)
  }

  /// Never below nothing.
  package static func - (left: LineCounts, right: LineCounts) -> LineCounts {
    LineCounts(
      covered: max(0, left.covered - right.covered), partial: max(0, left.partial - right.partial),
      missed: max(0, left.missed - right.missed))
  }

  package func percentage(partials: PartialLines) -> Percentage {
    let half =
      switch partials {
      case .covered: 2
      case .half: 1
      case .missed: 0
      }
    return Percentage(doubledNumerator: 2 * covered + half * partial, denominator: measurable)
  }
}
