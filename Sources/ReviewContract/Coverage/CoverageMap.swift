// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The measurable lines of the measured files. Paths are from the repository's root, lines are 1-based.
package struct CoverageMap: Hashable, Sendable {
  /// The states of the lines by path, then by line. Lines that are missing are not measurable.
  package let files: [String: [Int: LineState]]
  /// The uncovered columns of missed and partial lines, by path, then by line: half-open ranges, 1-based and in UTF-8
  /// bytes, sorted and disjoint, each from the first byte of a token to the last byte of one.
  package let uncoveredColumns: [String: [Int: [Range<Int>]]]
  /// Lines with code that do not count, by path, then by line. None of them is in ``files``.
  package let excluded: [String: [Int: ExcludedReason]]
  /// The reasons why requested files were not measured, by path.
  package let unmeasured: [String: UnmeasuredReason]
  /// The lines with code that was not measured although it could have been, according to the text, by path and reason: of
  /// files in ``unmeasured``, and of measured files. None of them is in ``files`` or ``excluded``.
  package let unmeasuredCode: [String: [UnmeasuredReason: LineSet]]
  /// Measured files that use macros. The code in the expansions is not measured.
  package let macroUsers: Set<String>
  /// The totals of all files that the tests could have run, requested or not; empty if they are unknown.
  package let totals: [String: CounterTotals]
  /// Notes about the measurement, such as damaged profiles.
  package let notes: [String]

  package init(
    files: [String: [Int: LineState]], uncoveredColumns: [String: [Int: [Range<Int>]]] = [:],
    excluded: [String: [Int: ExcludedReason]] = [:], unmeasured: [String: UnmeasuredReason] = [:],
    unmeasuredCode: [String: [UnmeasuredReason: LineSet]] = [:], macroUsers: Set<String> = [],
    totals: [String: CounterTotals] = [:],
    notes: [String] = []
  ) {
    self.files = files
    self.uncoveredColumns = uncoveredColumns
    self.excluded = excluded
    self.unmeasured = unmeasured
    self.unmeasuredCode = unmeasuredCode
    self.macroUsers = macroUsers
    self.totals = totals
    self.notes = notes
  }

  /// Returns the map with the totals of all counters.
  package func adding(totals: [String: CounterTotals]) -> CoverageMap {
    CoverageMap(
      files: files, uncoveredColumns: uncoveredColumns, excluded: excluded, unmeasured: unmeasured,
      unmeasuredCode: unmeasuredCode,
      macroUsers: macroUsers, totals: totals, notes: notes)
  }
}

extension CoverageMap {
  /// The counts of each measured file, by path.
  package var counts: [String: LineCounts] {
    files.mapValues { states in states.values.reduce(into: LineCounts()) { $0.count($1) } }
  }

  /// The counts of all measured files together.
  package var total: LineCounts { counts.values.reduce(LineCounts(), +) }
}

/// The number of measurable lines in each state.
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

  /// - Parameter times: the number of lines with the state.
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

  /// Subtracts the counts; none of them becomes negative.
  package static func - (left: LineCounts, right: LineCounts) -> LineCounts {
    LineCounts(
      covered: max(0, left.covered - right.covered), partial: max(0, left.partial - right.partial),
      missed: max(0, left.missed - right.missed))
  }

  /// Returns the covered share of the measurable lines; a partial line counts as covered, half or missed.
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

/// The coverage of one line.
package enum LineState: String, Codable, Sendable {
  case covered
  /// Part of the line ran.
  case partial
  case missed
}
