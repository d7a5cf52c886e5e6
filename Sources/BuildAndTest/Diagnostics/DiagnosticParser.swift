// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// Finds compiler diagnostics in what `swift build` prints.
struct DiagnosticParser: Sendable {
  /// How many are kept.
  static let maximumDiagnostics = 100

  let repositoryRoot: String
  private(set) var diagnostics: [BuildDiagnostic] = []
  private var seen: Set<BuildDiagnostic> = []

  init(repositoryRoot: String) {
    self.repositoryRoot = repositoryRoot
  }

  /// Looks at one line: `/repo/Sources/A/a.swift:3:7: error: cannot find 'x' in scope`. SwiftPM prints many twice; each
  /// is kept once. What is outside the repository, or in a dependency, is nothing the change can help.
  mutating func read(_ line: String) {
    guard diagnostics.count < Self.maximumDiagnostics, let diagnostic = Self.parse(line, repositoryRoot) else { return }
    if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  private static func parse(_ line: String, _ root: String) -> BuildDiagnostic? {
    guard line.hasPrefix("/") else { return nil }
    for (word, severity) in [(": error: ", Severity.error), (": warning: ", .warning)] {
      guard let marker = line.firstRange(of: word) else { continue }
      let place = line[..<marker.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      guard place.count >= 3, let column = Int(place[place.count - 1]), let number = Int(place[place.count - 2])
      else { return nil }
      let absolute = place.dropLast(2).joined(separator: ":")
      guard let path = RelativePath.make(absolute, from: root), !path.hasPrefix(".build/") else { return nil }
      let message = String(line[marker.upperBound...].prefix(500))
      return BuildDiagnostic(severity: severity, path: path, line: number, column: column, message: message)
    }
    return nil
  }
}
