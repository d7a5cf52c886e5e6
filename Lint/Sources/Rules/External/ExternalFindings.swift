// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings
import Foundation
import SwiftSource
public import SystemPackage

/// Converts the report of another linter to findings, with the filters of the rules.
public struct ExternalFindings: Sendable {
  /// The limit of a message in bytes.
  private static let maximumMessage = 500
  private static let maximumRule = 100
  private static let maximumLineBytes = 4096
  /// The name of the rule of a finding without one.
  private static let unnamed = "finding"

  /// The name of the linter, with which the identifiers of its rules begin.
  package let linter: String
  /// The severity of all findings; `nil` for the severities of the report.
  package let severity: Severity?
  package let maximumSeverity: Severity?
  package let limitPerRule: Int
  /// The limit of all findings, because the number of a linter's rules is not limited.
  package let limit: Int
  /// Folders with the contents of the repository, by their paths in the linter's report.
  package let roots: [FilePath]
  /// The folder for relative paths.
  package let workingFolder: FilePath

  public init(
    linter: String, severity: Severity?, maximumSeverity: Severity?, limitPerRule: Int, limit: Int = .max,
    roots: [FilePath], workingFolder: FilePath
  ) {
    self.limit = limit
    self.linter = linter
    self.severity = severity
    self.maximumSeverity = maximumSeverity
    self.limitPerRule = limitPerRule
    self.roots = roots
    self.workingFolder = workingFolder
  }

  /// Returns the findings in the files of a change.
  ///
  /// Findings in other files of the repository are omitted. Paths outside of it result in a note.
  public func make(_ report: LinterReport, in change: ReviewedChange) -> ReviewedFindings {
    let files = Dictionary(change.changes.files.map { ($0.path, $0) }) { first, _ in first }
    var notes: [Note] = []
    var byPath: [String: [ReportedFinding]] = [:]
    var outside = 0
    for finding in report.findings {
      guard let path = path(of: finding) else {
        outside += 1
        continue
      }
      if files[path] != nil { byPath[path, default: []].append(finding) }
    }
    if outside > 0 {
      notes.append("the linter \(linter) reports \(counted(outside, "finding")) outside of the repository")
    }
    let unfinished = [Note.UnfinishedCheck(linter, severity(.error))]
    if report.surplus > 0 {
      notes.append(
        Note(
          "the linter \(linter) reports \(counted(report.surplus, "finding")) beyond the limit, which are not read",
          unfinished: unfinished))
    }
    if let interruption = report.interruption {
      notes.append(
        Note(
          "the output of the linter \(linter) was not read completely: \(interruption)", unfinished: unfinished))
    }
    let marking = ChangedLinesFilter(files: Array(files.values), isEverythingInChange: change.isEverythingInChange)
    var found: [LocatedFinding] = []
    var suppressed: [SuppressedFinding] = []
    for (path, reported) in byPath.sorted(by: { $0.key < $1.key }) {
      // The rules add a note about a file that cannot be read.
      let bytes = change.texts.map { $0[path] } ?? (try? change.root.source(at: path, limit: RuleLinter.maximumBytes))
      guard let bytes else { continue }
      var reviewed = FileFindings.reported(
        findings(reported, in: SourceText(path: path, bytes: bytes), suppressed: &suppressed))
      marking.apply(to: &reviewed, of: path)
      found += reviewed
    }
    PerRuleLimitFilter(limit: limitPerRule).apply(to: &found, notes: &notes)
    cut(&found, &notes)
    return ReviewedFindings(found: found, notes: notes, suppressed: suppressed)
  }

  /// Keeps the first findings up to the limit, errors in the change before others.
  private func cut(_ found: inout [LocatedFinding], _ notes: inout [Note]) {
    guard found.count > limit else { return }
    notes.append(
      Note(
        "the linter \(linter) has \(found.count) findings; the report lists \(limit) of them",
        unfinished: [Note.UnfinishedCheck(linter, .note)]))
    found = found.byImportance(found.indices).prefix(limit).sorted().map { found[$0] }
  }

  /// The path of a finding relative to the root of the repository; `nil` for a path outside of it.
  private func path(of finding: ReportedFinding) -> String? {
    guard !finding.path.isEmpty, !finding.path.contains("\0") else { return nil }
    let path = workingFolder.pushing(FilePath(finding.path)).lexicallyNormalized()
    for root in roots {
      if let inside = String(relativePathOfFile: path.string, from: root.string) { return inside }
    }
    return nil
  }

  private func findings(
    _ reported: [ReportedFinding], in text: SourceText, suppressed: inout [SuppressedFinding]
  ) -> [FoundFinding] {
    let found = reported.map { converted($0, in: text) }
    guard text.isSwift, text.mayHaveDirectives else { return found }
    var suppressions = Suppressions(SourceFile(text).directives)
    let silenced = suppressions.silence(
      found.map { Suppressions.Place(rule: $0.finding.rule, line: $0.finding.range.startLine) })
    for (found, comment) in zip(found, silenced) {
      guard let comment else { continue }
      suppressed.append(SuppressedFinding(found.located, comment: comment))
    }
    return zip(found, silenced).filter { $1 == nil }.map(\.0)
  }

  private func converted(_ reported: ReportedFinding, in text: SourceText) -> FoundFinding {
    let first = line(reported.line, in: text)
    let last = max(first, line(reported.endLine ?? first, in: text))
    let start = column(reported.column, on: first, in: text)
    let end = reported.endColumn.map { column($0, on: last, in: text) } ?? (last == first ? start : 1)
    let finding = Finding(
      rule: rule(reported.rule), severity: severity(reported.severity), path: text.path,
      range: SourceRange(
        startLine: first, startColumn: start, endLine: last, endColumn: last == first ? max(start, end) : end),
      message: Self.message(reported.message))
    let range = text.range(ofLine: first)
    let shown = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.maximumLineBytes)
    return FoundFinding(located: LocatedFinding(finding: finding, lineText: text.text(in: shown)))
  }

  /// Clamps a line to the file: a finding about the whole file or its end can have line 0, or the line after the last.
  private func line(_ line: Int, in text: SourceText) -> Int { min(max(1, line), max(1, text.lines.count)) }

  private func column(_ column: Int, on line: Int, in text: SourceText) -> Int {
    min(max(1, column), text.range(ofLine: line).count + 1)
  }

  private func severity(_ reported: Severity) -> Severity {
    let unlimited = severity ?? reported
    return maximumSeverity.map { min($0, unlimited) } ?? unlimited
  }

  /// The identifier `LINTER/RULE`, with other characters than those of identifiers replaced.
  private func rule(_ name: String) -> String {
    let plain = name.unicodeScalars.prefix(Self.maximumRule).map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": Character(scalar)
      default: "_"
      }
    }
    return "\(linter)/\(plain.isEmpty ? Self.unnamed : String(plain))"
  }

  /// The message as one line of limited length.
  private static func message(_ text: String) -> String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 || scalar.value == 0x7f }
    let joined = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      .unicodeScalars.split(whereSeparator: isSpace).map { String($0) }.joined(separator: " ")
    let line = joined.trimmingCharacters(in: .whitespaces)
    guard line.utf8.count > maximumMessage else { return line.isEmpty ? "no message" : line }
    return String(decoding: line.utf8.prefix(maximumMessage), as: UTF8.self) + "…"
  }
}
