// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Coverage of the lines that a change adds.
package struct PatchCoverage: Hashable, Codable, Sendable {
  package struct File: Hashable, Codable, Sendable {
    package let path: String
    package let counts: LineCounts
    package let missedLines: LineSet
    package let partialLines: LineSet
    /// The fully covered lines that count; `nil` in a report of an earlier version.
    package let coveredLines: LineSet?
    /// The uncovered columns of lines that count: the line, the first column and the one after the last, 1-based, in
    /// UTF-8 bytes.
    package let uncoveredColumns: [[Int]]?
    /// The first of the partial lines, with their uncovered regions.
    package let uncoveredRegions: [UncoveredRegions]?
    /// The coverage of all lines of the file; `nil` where the project was not measured.
    package var project: WholeFile?

    /// The coverage of a file as a whole.
    package struct WholeFile: Hashable, Codable, Sendable {
      package let head: LineCounts
      /// `nil` for a new file, and where the base's coverage is unknown.
      package let base: LineCounts?

      package init(head: LineCounts, base: LineCounts?) {
        self.head = head
        self.base = base
      }
    }

    package init(
      path: String, counts: LineCounts, missedLines: LineSet, partialLines: LineSet, coveredLines: LineSet? = nil,
      uncoveredColumns: [[Int]]? = nil, uncoveredRegions: [UncoveredRegions]? = nil, project: WholeFile? = nil
    ) {
      self.coveredLines = coveredLines
      self.uncoveredColumns = uncoveredColumns
      self.project = project
      self.path = path
      self.counts = counts
      self.missedLines = missedLines
      self.partialLines = partialLines
      self.uncoveredRegions = uncoveredRegions
    }
  }

  /// A changed file that the measurement does not contain, or lines of it.
  package struct UnmeasuredFile: Hashable, Codable, Sendable {
    package let path: String
    package let reason: String
    /// `true` for a file with code that tests could have run; else `nil`, such as for a file excluded by the
    /// configuration.
    package let couldBeMeasured: Bool?
    /// The changed lines with code that were not measured, according to the text; `nil` if they are unknown.
    package let lines: LineSet?

    package init(path: String, reason: String, couldBeMeasured: Bool? = nil, lines: LineSet? = nil) {
      self.path = path
      self.reason = reason
      self.couldBeMeasured = couldBeMeasured
      self.lines = lines
    }
  }

  /// The result of the gate.
  package enum Gate: String, Codable, Sendable {
    case passed, failed
    /// The number is informational.
    case informational
    /// Too few lines, tests that did not pass, or no base: the number is not compared with the target.
    case skipped
  }

  package let counts: LineCounts
  package let partials: PartialLines
  /// The percentage for people: one decimal, or `n/a`.
  package let percent: String
  /// The configured target: a percentage or `auto`.
  package let target: String
  package var gate: Gate
  package var files: [File]
  package let unmeasured: [UnmeasuredFile]
  /// The number of added lines of code that are excluded because they were only moved or re-indented.
  package let movedLines: Int
  /// The number of added lines that are excluded because they only end the program and no test reached them.
  package let unreachableLines: Int
  /// The number of added lines that a comment in the source excludes.
  package let markedLines: Int?
  package var notes: [String]
  /// The reason why the target was not applied, or the gate failed in spite of the number.
  package var gateReason: GateReason?
  /// The base's counts, which are the target of `auto`; `nil` if they are unknown.
  package var base: LineCounts?
  /// The coverage of files with targets of their own.
  package var paths: [PathCoverage]?
  package var project: ProjectCoverage?
  package var indirect: IndirectChanges?
  /// Counters with values that running tests cannot produce; any makes the whole coverage doubtful.
  package var anomalies: [String]?

  /// Changed code that tests could have run and that was not measured.
  package var missing: [UnmeasuredFile] { unmeasured.filter { $0.couldBeMeasured == true } }

  package var isDoubtful: Bool { anomalies?.isEmpty == false }

  package init(
    counts: LineCounts, partials: PartialLines, target: String, gate: Gate, files: [File],
    unmeasured: [UnmeasuredFile] = [], movedLines: Int = 0, unreachableLines: Int = 0, markedLines: Int? = nil,
    notes: [String] = [], gateReason: GateReason? = nil, base: LineCounts? = nil, paths: [PathCoverage]? = nil,
    project: ProjectCoverage? = nil, indirect: IndirectChanges? = nil, anomalies: [String]? = nil
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
    self.markedLines = markedLines
    self.notes = notes
    self.gateReason = gateReason
    self.base = base
    self.paths = paths
    self.project = project
    self.indirect = indirect
    self.anomalies = anomalies
  }
}

/// Whether lines that were only moved or re-indented count as changed.
package enum MovedLineCounting: String, Codable, Sendable, CaseIterable {
  case exclude, include
}

/// The weight of a partial line.
package enum PartialLines: String, Codable, Sendable, CaseIterable {
  case covered, half, missed
}
