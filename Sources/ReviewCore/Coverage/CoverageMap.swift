// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The measurable lines of the measured files.
package struct CoverageMap: Hashable, Sendable {
  /// By path from the repository's root; then by 1-based line. A line that is not here has nothing to measure.
  package let files: [String: [Int: LineState]]
  /// Lines that no test came to and that hold only a statement that ends the program, by path.
  package let unreachable: [String: LineSet]
  /// Why nothing is known of files that were asked for, by path.
  package let unmeasured: [String: UnmeasuredReason]
  /// Facts about the measurement that a reader needs, such as profiles that were damaged.
  package let notes: [String]

  package init(
    files: [String: [Int: LineState]], unreachable: [String: LineSet] = [:],
    unmeasured: [String: UnmeasuredReason] = [:], notes: [String] = []
  ) {
    self.files = files
    self.unreachable = unreachable
    self.unmeasured = unmeasured
    self.notes = notes
  }
}
