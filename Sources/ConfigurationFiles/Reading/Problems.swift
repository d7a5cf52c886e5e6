// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText

/// A problem in a configuration file.
package struct Problem: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  package let line: Int
  package let column: Int
  /// One sentence without a full stop.
  package let message: String
  /// The action that fixes it, without a full stop.
  package private(set) var remedy: String?

  package var description: String {
    // A file that cannot be read has no lines.
    "\(HostileText(file).line()):\(line > 0 ? "\(line):\(column):" : "") \(HostileText(message).multiline())"
      + (remedy.map { "; \(HostileText($0).multiline())" } ?? "")
  }
}

/// Collects problems, so that all of them are reported at once.
struct ProblemList {
  let file: String
  private(set) var found: [Problem] = []

  var isEmpty: Bool { found.isEmpty }

  var error: ConfigurationError {
    ConfigurationError(problems: found.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
  }

  mutating func add(_ message: String, at mark: YAMLMark, remedy: String? = nil) {
    found.append(Problem(file: file, line: mark.line, column: mark.column, message: message, remedy: remedy))
  }

  mutating func add(_ problems: [Problem]) { found += problems }

  mutating func add(_ error: ValueError, of key: String, at mark: YAMLMark) {
    for error in error.all {
      add(
        "\(key): \(error.message)", at: error.mark ?? mark,
        remedy: error.nearest.map { "did you mean \($0)?" } ?? error.remedy)
    }
  }

  /// - Parameters:
  ///   - misplaced: keys of the other file, with the message for them.
  ///   - list: the remedy when no name is similar and there are too many to list.
  mutating func addUnknown(
    _ what: String, _ entry: YAMLNode.Entry, among names: [String], misplaced: MisplacedKeys? = nil,
    list: String? = nil
  ) {
    if let misplaced, misplaced.names.contains(entry.key) {
      add("\(shown(entry.key)) \(misplaced.message)", at: entry.mark, remedy: misplaced.remedy)
      return
    }
    let nearest = NearestName.find(for: entry.key, in: names)
    let remedy = nearest.map { "did you mean \($0)?" } ?? list ?? "valid names are \(names.joined(separator: ", "))"
    add("unknown \(what) \(shown(entry.key))", at: entry.mark, remedy: names.isEmpty ? nil : remedy)
  }
}

/// The problems of a configuration file, in the order of the file.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  package let problems: [Problem]

  /// One line for each problem.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
