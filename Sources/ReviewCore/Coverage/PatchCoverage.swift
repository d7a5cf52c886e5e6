// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Coverage of the lines that a change adds.
package struct PatchCoverage: Hashable, Codable, Sendable {
  package struct File: Hashable, Codable, Sendable {
    package let path: String
    package let counts: LineCounts
    package let missedLines: LineSet
    package let partialLines: LineSet

    package init(path: String, counts: LineCounts, missedLines: LineSet, partialLines: LineSet) {
      self.path = path
      self.counts = counts
      self.missedLines = missedLines
      self.partialLines = partialLines
    }
  }

  /// A changed file that the measurement says nothing about.
  package struct UnmeasuredFile: Hashable, Codable, Sendable {
    package let path: String
    package let reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// What the gate made of the number.
  package enum Gate: String, Codable, Sendable {
    case passed, failed
    /// No target was set: the number is for information.
    case informational
    /// Too few lines, or tests that did not pass: the number is not held against the target.
    case skipped
  }

  package let counts: LineCounts
  package let partials: PartialLines
  /// For people: one decimal, or `n/a`.
  package let percent: String
  /// The target as it was configured: a percentage or `auto`.
  package let target: String
  package let gate: Gate
  package let files: [File]
  package let unmeasured: [UnmeasuredFile]
  /// How many added lines of code were left out, because they were only moved or re-indented.
  package let movedLines: Int
  /// How many added lines were left out, because they only end the program and no test came to them.
  package let unreachableLines: Int
  package let notes: [String]

  package init(
    counts: LineCounts, partials: PartialLines, target: String, gate: Gate, files: [File],
    unmeasured: [UnmeasuredFile] = [], movedLines: Int = 0, unreachableLines: Int = 0,
    notes: [String] = []
  ) {
    self.counts = counts
    self.partials = partials
    self.percent = counts.percentage(partials: partials).description
    self.target = target
    self.gate = gate
    self.files = files
    self.unmeasured = unmeasured
    self.movedLines = movedLines
    self.unreachableLines = unreachableLines
    self.notes = notes
  }
}
