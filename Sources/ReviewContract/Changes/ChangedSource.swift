// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// A changed file with its text, or the sections around the changes, for pages. Paths and lines are hostile text.
package struct ChangedSource: Hashable, Codable, Sendable {
  /// The reason why there is no text.
  package enum Omission: String, Codable, Sendable {
    case binary, symbolicLink, submodule
    /// One version of the file is larger than the limit.
    case tooLarge
    /// The texts of other files already reach the limit of the report.
    case noRoom
  }

  /// The line ends of the new version, where not all are `\n`.
  package enum LineEnds: String, Codable, Sendable {
    case crlf, mixed
  }

  /// Adjacent lines of both versions, like a hunk of a unified diff.
  package struct Section: Hashable, Codable, Sendable {
    /// The first line in each version, 1-based.
    package let oldStart: Int
    package let newStart: Int
    /// The lines, each with the prefix ` ` for an unchanged line, `-` for a removed and `+` for an added one. Long
    /// lines are truncated and end in `…`.
    package let lines: [String]

    package init(oldStart: Int, newStart: Int, lines: [String]) {
      self.oldStart = oldStart
      self.newStart = newStart
      self.lines = lines
    }
  }

  package let path: String
  /// The path before a rename.
  package let oldPath: String?
  package let status: ChangedFile.Status
  package let addedLines: Int
  package let removedLines: Int
  package let omission: Omission?
  /// The sections in the order of the file.
  package let sections: [Section]
  /// Whether changed lines are missing in ``sections``.
  package let isCut: Bool
  /// The line ends of the new version; `nil` where all are `\n`.
  package let lineEnds: LineEnds?
  /// The number of the new version's last line, if it has no line end.
  package let unendedLine: Int?
  /// The measured lines of the new version; `nil` where the whole project was not measured.
  package var states: LineStates?

  package init(
    _ file: ChangedFile, omission: Omission? = nil, sections: [Section] = [], isCut: Bool = false,
    lineEnds: LineEnds? = nil, unendedLine: Int? = nil, states: LineStates? = nil
  ) {
    path = file.path
    oldPath = file.oldPath
    status = file.status
    addedLines = file.addedLines.count
    removedLines = file.removedLines.count
    self.omission = omission
    self.sections = sections
    self.isCut = isCut
    self.lineEnds = lineEnds
    self.unendedLine = unendedLine
    self.states = states
  }
}

extension ChangedSource.Section {
  /// Returns the mark of a line, in ASCII, and its text. They are split as bytes, because a combining character of the
  /// text can join the mark.
  package static func parts(of line: String) -> (mark: UInt8, text: Substring) {
    (line.utf8.first ?? UInt8(ascii: " "), Substring(line.utf8.dropFirst()))
  }
}

extension ChangedSource {
  /// The maximum number of files whose text is kept.
  package static let maximumFiles = 1000
  /// The maximum size of all texts together, in bytes; more would make a page slow.
  package static let maximumBytes = 1_000_000
  /// The maximum length of a kept line, in bytes.
  package static let maximumLineBytes = 400
}
