// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The measurable lines of the measured files.
package struct CoverageMap: Hashable, Sendable {
  /// By path from the repository's root; then by 1-based line. A line that is not here has nothing to measure.
  package let files: [String: [Int: LineState]]
  /// Facts about the measurement that a reader needs, such as profiles that were damaged.
  package let notes: [String]

  package init(files: [String: [Int: LineState]], notes: [String] = []) {
    self.files = files
    self.notes = notes
  }
}
