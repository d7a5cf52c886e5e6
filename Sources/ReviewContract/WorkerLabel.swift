// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// A property of a worker's host that a repository can require, such as `swift-6.3` or `large`.
package struct WorkerLabel: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The maximum number of labels that one repository can require.
  package static let mostWanted = 10

  package let name: String

  /// - Returns: `nil` unless it is 1 to 63 lower case letters, digits, `-`, `.` and `_`, with a letter or a digit
  ///   first.
  package init?(_ text: String) {
    guard (1...63).contains(text.utf8.count), text.isASCIIName(punctuation: "-._"), text == text.lowercased(),
      let first = text.first, first.isLetter || first.isNumber
    else { return nil }
    name = text
  }

  package init?(rawValue: String) { self.init(rawValue) }

  package var rawValue: String { name }
  package var description: String { name }

  package static func < (left: WorkerLabel, right: WorkerLabel) -> Bool { left.name < right.name }

  /// Returns the labels with their noun, such as `labels large, swift-6.3`.
  package static func phrase(_ labels: [WorkerLabel]) -> String {
    (labels.count == 1 ? "label " : "labels ") + labels.map(\.name).joined(separator: ", ")
  }
}

/// A review was not started, because its repository requires labels that this host lacks.
package struct MissingLabels: Error, Hashable, Sendable, CustomStringConvertible {
  /// All labels that the repository requires.
  package let wanted: [WorkerLabel]
  /// The required labels that this host lacks.
  package let missing: [WorkerLabel]

  /// - Returns: `nil` if nothing is missing.
  package init?(wanted: [WorkerLabel], offered: Set<WorkerLabel>) {
    let missing = wanted.filter { !offered.contains($0) }
    guard !missing.isEmpty else { return nil }
    self.wanted = wanted
    self.missing = missing
  }

  package var description: String { "this machine lacks the \(WorkerLabel.phrase(missing))" }
}
