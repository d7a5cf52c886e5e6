// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The state of each line of a change, or of a whole repository, and the totals.
///
/// Lines that are not listed are not measurable.
package struct LineReport: Hashable, Codable, Sendable {
  package enum Class: String, Codable, Sendable {
    case covered, partial, missed
    /// Code that does not count; the line contains the reason.
    case excluded
    /// Code that was only moved or re-indented and does not count as new.
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
    /// The path relative to the repository's root.
    package let path: String
    package let counts: LineCounts
    package let percent: String
    /// The lines in the order of the file.
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
  /// The percentage for people: one decimal, or `n/a`.
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
  /// The maximum length of a line in bytes; longer lines are not shown.
  package static let maximumBytes = 200
  /// The maximum number of lines that are shown of a file.
  package static let maximumLines = 3

  /// 1-based, in the head.
  package let line: Int
  /// The line in the file: hostile text.
  package let text: String
  /// The uncovered regions: pairs of the first column and the one after the last, 1-based, in UTF-8 bytes of the text.
  package let columns: [[Int]]

  package init(line: Int, text: String, columns: [[Int]]) {
    self.line = line
    self.text = text
    self.columns = columns
  }
}

/// The reason why a line with code does not count.
package enum ExcludedReason: Hashable, Codable, Sendable {
  /// It contains only a statement that ends the program, and no test reached it.
  case unreachable
  /// A comment such as `// reviewbot:coverage-off` excludes it; with the reason that follows ` -- `, if there is one.
  case marked(reason: String?)
}

extension ExcludedReason {
  /// The reason as a sentence without a full stop.
  package var explanation: String {
    switch self {
    case .unreachable: "it only ends the program"
    case .marked(let reason): reason.map { "excluded by a comment: \($0)" } ?? "excluded by a comment"
    }
  }
}
