// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A result in the report schema of mutation testing, version 2, which other programs show.
///
/// Source: https://github.com/stryker-mutator/mutation-testing-elements, `packages/report-schema`
package struct MutationReport: Encodable, Sendable {
  private struct Position: Encodable {
    /// 1-based.
    let line: Int
    let column: Int
  }

  private struct Location: Encodable {
    let start: Position
    let end: Position
  }

  private struct MutantEntry: Encodable {
    let id: String
    let mutatorName: String
    let description: String
    let replacement: String
    let location: Location
    let status: String
    let statusReason: String?
    /// The ids of tests, which are suites here.
    let coveredBy: [String]
    let killedBy: [String]
  }

  private struct File: Encodable {
    let language = "swift"
    let source: String
    let mutants: [MutantEntry]
  }

  private struct TestDefinition: Encodable {
    let id: String
    let name: String
  }

  private struct TestFile: Encodable {
    let tests: [TestDefinition]
  }

  private struct Thresholds: Encodable {
    // The schema requires them; there is no score here.
    let high = 100
    let low = 0
  }

  private struct Framework: Encodable {
    let name: String
    let version: String
  }

  private let schemaVersion = "2"
  private let thresholds = Thresholds()
  private let framework: Framework
  private let files: [String: File]
  private let testFiles: [String: TestFile]

  /// - Parameter program: the name and the version of this program.
  package init(_ result: MutationResult, program: (name: String, version: String)) {
    framework = Framework(name: program.name, version: program.version)
    let names = Set(result.entries.flatMap(\.suites)).sorted()
    let ids = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, "suite \($0 + 1)") })
    testFiles = ["": TestFile(tests: names.map { TestDefinition(id: ids[$0] ?? $0, name: $0) })]
    let numbered = result.entries.enumerated().map { (String($0 + 1), $1) }
    files = Dictionary(grouping: numbered) { $1.mutant.path }.reduce(into: [:]) { files, group in
      guard let source = result.sources[group.key] else { return }
      let lines = LinePositions(source)
      files[group.key] = File(
        source: String(decoding: source, as: UTF8.self),
        mutants: group.value.map { id, entry in Self.entry(id, entry, lines, source, ids) })
    }
  }

  /// The JSON, with the names of the schema.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("texts and numbers are encodable") }
    return String(decoding: data, as: UTF8.self)
  }

  private static func entry(
    _ id: String, _ entry: MutationResult.Entry, _ lines: LinePositions, _ source: [UInt8], _ ids: [String: String]
  ) -> MutantEntry {
    let (status, reason, killer) = status(of: entry.fate)
    let (start, end) = (lines.of(entry.mutant.range.lowerBound), lines.of(entry.mutant.range.upperBound))
    return MutantEntry(
      id: id, mutatorName: "\(entry.mutant.kind)", description: entry.mutant.words,
      replacement: entry.mutant.replacement(in: source),
      location: Location(
        start: Position(line: start.line, column: start.column), end: Position(line: end.line, column: end.column)),
      status: status, statusReason: reason, coveredBy: entry.suites.compactMap { ids[$0] },
      killedBy: [killer.flatMap { ids[$0] }].compactMap(\.self))
  }

  private static func status(of fate: MutationResult.Fate) -> (status: String, reason: String?, killer: String?) {
    switch fate {
    case .survived: ("Survived", nil, nil)
    case .constant: ("Survived", "it has this value in every test", nil)
    case .unreached: ("NoCoverage", "no suite reaches it when it runs on its own", nil)
    case .noticed(let suite, let reason): ("Killed", reason, suite)
    case .timedOut(let suite): ("Timeout", nil, suite)
    case .notCompiled(let reason): ("CompileError", reason, nil)
    case .notRun: ("Pending", "the time for the mutants was over", nil)
    }
  }
}

/// The lines and columns of a text; a column is a character of UTF-16, as in other programs of the schema.
private struct LinePositions {
  private let source: [UInt8]
  private let starts: [Int]

  init(_ source: [UInt8]) {
    self.source = source
    starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  func of(_ offset: Int) -> (line: Int, column: Int) {
    let line = (starts.firstIndex { $0 > offset } ?? starts.count) - 1
    let text = String(decoding: source[starts[line]..<offset], as: UTF8.self)
    return (line + 1, text.utf16.count + 1)
  }
}
