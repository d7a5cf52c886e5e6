// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The state of each line of a change, or of a whole repository, and the totals.
///
/// A line that is not listed has nothing to measure.
package struct LineReport: Hashable, Codable, Sendable {
  package enum Class: String, Codable, Sendable {
    case covered, partial, missed
    /// Code that does not count; the line has the reason.
    case excluded
    /// Code that was only moved or re-indented, which does not count as new.
    case moved
  }

  package struct Line: Hashable, Codable, Sendable {
    /// 1-based.
    package let line: Int
    package let `class`: Class
    package let reason: String?
    /// The uncovered regions: pairs of the first column and the one after the last, 1-based, in UTF-8 bytes.
    package let columns: [[Int]]?

    package init(line: Int, class: Class, reason: String? = nil, columns: [Range<Int>] = []) {
      self.line = line
      self.class = `class`
      self.reason = reason
      self.columns = columns.isEmpty ? nil : columns.map { [$0.lowerBound, $0.upperBound] }
    }
  }

  package struct File: Hashable, Codable, Sendable {
    /// From the repository's root.
    package let path: String
    package let counts: LineCounts
    package let percent: String
    /// In the order of the file.
    package let lines: [Line]

    package init(path: String, lines: [Line], partials: PartialLines) {
      self.path = path
      self.lines = lines
      var counts = LineCounts()
      for line in lines { LineState(rawValue: line.class.rawValue).map { counts.count($0) } }
      self.counts = counts
      percent = counts.percentage(partials: partials).description
    }
  }

  package let counts: LineCounts
  /// For people: one decimal, or `n/a`.
  package let percent: String
  package let files: [File]
  package let unmeasured: [PatchCoverage.UnmeasuredFile]
  package let notes: [String]

  package init(
    files: [File], unmeasured: [PatchCoverage.UnmeasuredFile], partials: PartialLines, notes: [String] = []
  ) {
    counts = files.reduce(LineCounts()) { $0 + $1.counts }
    percent = counts.percentage(partials: partials).description
    self.files = files
    self.unmeasured = unmeasured
    self.notes = notes
  }
}

/// A line of code with the expressions on it that no test ran.
package struct UncoveredRegions: Hashable, Codable, Sendable {
  /// Longer lines are not shown.
  package static let maximumBytes = 200
  /// The most lines of a file that are shown.
  package static let maximumLines = 3

  /// 1-based, in the head.
  package let line: Int
  /// The line as it is in the file: hostile text.
  package let text: String
  /// First and one past the last column of each, 1-based, in UTF-8 bytes of the text.
  package let columns: [[Int]]

  package init(line: Int, text: String, columns: [[Int]]) {
    self.line = line
    self.text = text
    self.columns = columns
  }
}

/// Why a line that has code does not count.
package enum ExcludedReason: Hashable, Codable, Sendable {
  /// It holds only a statement that ends the program, and no test reached it.
  case unreachable
  /// A comment such as `// reviewbot:coverage-off` leaves it out; with the reason that follows ` -- `, if there is one.
  case marked(reason: String?)
}

extension ExcludedReason {
  /// As a sentence without a full stop.
  package var words: String {
    switch self {
    case .unreachable: "it only ends the program"
    case .marked(let reason): reason.map { "excluded by a comment: \($0)" } ?? "excluded by a comment"
    }
  }
}
