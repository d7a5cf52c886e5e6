// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A changed file with its text, or the parts of it around the changes, as pages show it. Paths and lines are hostile text.
package struct ChangedSource: Hashable, Codable, Sendable {
  /// Why there is no text.
  package enum Omission: String, Codable, Sendable {
    case binary, symbolicLink, submodule
    /// One version of the file is larger than what is read.
    case tooLarge
    /// The texts of other files already fill the report.
    case noRoom
  }

  /// Neighbouring lines of both versions, as in a unified diff.
  package struct Section: Hashable, Codable, Sendable {
    /// The first line in each version, 1-based.
    package let oldStart: Int
    package let newStart: Int
    /// Each starts with a space for an unchanged line, `-` for a removed and `+` for an added one. A long line is cut, and
    /// ends in `…`.
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
  /// In the order of the file.
  package let sections: [Section]
  /// Whether changed lines are missing in ``sections``.
  package let isCut: Bool
  /// The measured lines of the new version; `nil` where the whole project was not measured.
  package var states: LineStates?

  package init(
    _ file: ChangedFile, omission: Omission? = nil, sections: [Section] = [], isCut: Bool = false,
    states: LineStates? = nil
  ) {
    path = file.path
    oldPath = file.oldPath
    status = file.status
    addedLines = file.addedLines.count
    removedLines = file.removedLines.count
    self.omission = omission
    self.sections = sections
    self.isCut = isCut
    self.states = states
  }
}

extension ChangedSource.Section {
  /// The mark of a line, in ASCII, and its text. A character of the text can join the mark, so that both are cut as bytes.
  package static func parts(of line: String) -> (mark: UInt8, text: Substring) {
    (line.utf8.first ?? UInt8(ascii: " "), Substring(line.utf8.dropFirst()))
  }
}

extension ChangedSource {
  /// The most files of a change whose text is kept.
  package static let maximumFiles = 1000
  /// Of all texts together, in bytes; more would make a page slow.
  package static let maximumBytes = 1_000_000
  /// The bytes of a line that are kept.
  package static let maximumLineBytes = 400
}
