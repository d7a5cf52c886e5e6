// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The measurable lines of the measured files. Paths are from the repository's root, lines are 1-based.
package struct CoverageMap: Hashable, Sendable {
  /// By path, then by line. A line that is not here has nothing to measure.
  package let files: [String: [Int: LineState]]
  /// What of missed and partial lines never ran, by path, then by line: half-open ranges of columns, which are 1-based and in
  /// UTF-8 bytes, sorted, apart from each other, each from the first byte of a token to the last of one.
  package let idleColumns: [String: [Int: [Range<Int>]]]
  /// Lines that have code and do not count, by path, then by line. None of them is in ``files``.
  package let excluded: [String: [Int: ExcludedReason]]
  /// Why nothing is known of files that were asked for, by path.
  package let unmeasured: [String: UnmeasuredReason]
  /// Of files that no test bundle links, the lines that have code, going by their text.
  package let unlinkedCode: [String: LineSet]
  /// Measured files that use macros, whose own code is not measured.
  package let macroUsers: Set<String>
  /// Of all files that the tests could have run, wanted or not; empty where that is not known.
  package let totals: [String: CounterTotals]
  /// Facts about the measurement that a reader needs, such as profiles that were damaged.
  package let notes: [String]

  package init(
    files: [String: [Int: LineState]], idleColumns: [String: [Int: [Range<Int>]]] = [:],
    excluded: [String: [Int: ExcludedReason]] = [:], unmeasured: [String: UnmeasuredReason] = [:],
    unlinkedCode: [String: LineSet] = [:], macroUsers: Set<String> = [], totals: [String: CounterTotals] = [:],
    notes: [String] = []
  ) {
    self.files = files
    self.idleColumns = idleColumns
    self.excluded = excluded
    self.unmeasured = unmeasured
    self.unlinkedCode = unlinkedCode
    self.macroUsers = macroUsers
    self.totals = totals
    self.notes = notes
  }

  /// The same map with what is known of all counters.
  package func adding(totals: [String: CounterTotals]) -> CoverageMap {
    CoverageMap(
      files: files, idleColumns: idleColumns, excluded: excluded, unmeasured: unmeasured, unlinkedCode: unlinkedCode,
      macroUsers: macroUsers, totals: totals, notes: notes)
  }
}
