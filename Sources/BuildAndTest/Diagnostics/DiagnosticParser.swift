// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Finds compiler diagnostics in what `swift build` prints, and in what the compiler left in files.
struct DiagnosticParser: Sendable {
  /// How many are kept of each severity.
  static let maximumDiagnostics = 200
  /// Characters of a message.
  static let maximumMessage = 500

  let repositoryRoot: String
  private(set) var diagnostics: [BuildDiagnostic] = []
  private var counts: [Severity: Int] = [:]
  private var seen: Set<BuildDiagnostic> = []

  init(repositoryRoot: String) {
    self.repositoryRoot = repositoryRoot
  }

  /// Looks at one line: `/repo/Sources/A/a.swift:3:7: error: cannot find 'x' in scope`. What is outside the repository,
  /// or in a dependency, is nothing the change can help.
  mutating func read(_ line: String) {
    if let diagnostic = Self.parse(line, repositoryRoot) { add(diagnostic) }
  }

  /// Keeps each once: the compiler says many of them twice, when it makes the module and when it compiles the file.
  mutating func add(_ diagnostic: BuildDiagnostic) {
    guard counts[diagnostic.severity, default: 0] < Self.maximumDiagnostics, seen.insert(diagnostic).inserted else {
      return
    }
    counts[diagnostic.severity, default: 0] += 1
    diagnostics.append(diagnostic)
  }

  private static func parse(_ line: String, _ root: String) -> BuildDiagnostic? {
    guard line.hasPrefix("/") else { return nil }
    for (word, severity) in [(": error: ", Severity.error), (": warning: ", .warning)] {
      guard let marker = line.firstRange(of: word) else { continue }
      let place = line[..<marker.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      guard place.count >= 3, let column = Int(place[place.count - 1]), let number = Int(place[place.count - 2]),
        (1...100_000_000).contains(number), (0...100_000_000).contains(column)
      else { return nil }
      let absolute = place.dropLast(2).joined(separator: ":")
      guard let path = RelativePath.make(absolute, from: root), !path.hasPrefix(".build/"), !path.contains("/.build/")
      else { return nil }
      let message = String(withoutGroup(line[marker.upperBound...]).prefix(maximumMessage))
      return BuildDiagnostic(severity: severity, path: path, line: number, column: max(1, column), message: message)
    }
    return nil
  }

  /// Without ` [#DeprecatedDeclaration]`, which only the printed form has.
  private static func withoutGroup(_ message: Substring) -> Substring {
    guard message.last == "]", let start = message.lastIndex(of: "["), message[start...].hasPrefix("[#") else {
      return message
    }
    let rest = message[..<start]
    return rest.last == " " ? rest.dropLast() : rest
  }
}
