// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import ReviewContract
import SystemPackage

/// Converts diagnostics of the compiler and reports of sanitizers to findings.
struct DiagnosticFindings: Sendable {
  static let maximum = 200
  private static let maximumFile = 4 << 20

  let root: FilePath
  let changes: ChangeSet
  let warnings: CompilerWarnings
  let excluded: [Glob]
  /// Files whose compiled text differs from the head's, so their line numbers do not match.
  var rewritten: Set<String> = []

  /// At most ``maximum`` findings, without duplicates from several packages and targets.
  func make(_ diagnostics: [BuildDiagnostic]) -> [Finding] {
    findings(
      diagnostics.filter(isWanted).map { diagnostic in
        let rule = diagnostic.severity == .error ? Finding.compilerError : Finding.compilerWarning
        return Place(
          rule: rule, severity: diagnostic.severity, path: diagnostic.path, line: diagnostic.line,
          column: diagnostic.column, message: diagnostic.message)
      })
  }

  /// The reports of sanitizers as findings. One without a line is at the first line of its file, and says so.
  func make(_ reports: [SanitizerReport]) -> [Finding] {
    findings(
      reports.filter { !rewritten.contains($0.place?.path ?? "") }.map { report in
        Place(
          rule: report.sanitizer == .thread ? Finding.threadSanitizer : Finding.addressSanitizer, severity: .error,
          path: report.place?.path ?? "", line: report.place?.line ?? 1, column: max(1, report.place?.column ?? 1),
          message: report.message)
      })
  }

  private struct Place: Hashable {
    let rule: String
    let severity: Severity
    let path: String
    let line: Int
    let column: Int
    let message: String
  }

  private func findings(_ places: [Place]) -> [Finding] {
    var seen: Set<Place> = []
    var texts: [String: [Substring]] = [:]
    var occurrences: [String: Int] = [:]
    let found = places.filter { seen.insert($0).inserted }.map { place in
      if texts[place.path] == nil { texts[place.path] = lines(of: place.path) }
      let lines = texts[place.path] ?? []
      let text = place.line <= lines.count ? lines[place.line - 1] : ""
      let key = "\(place.rule)\u{0}\(place.path)\u{0}\(place.message)\u{0}\(text)"
      let occurrence = occurrences[key, default: 0]
      occurrences[key] = occurrence + 1
      return Finding(
        rule: place.rule, severity: place.severity, path: place.path,
        range: SourceRange(line: place.line, column: place.column), message: place.message,
        fingerprint: Fingerprint.make(
          rule: place.rule, path: place.path, lineText: "\(text)\u{0}\(place.message)", occurrence: occurrence),
        isInChange: isInChange(place.path, place.line))
    }
    return Array(found.sorted(by: Finding.isInOrder).prefix(Self.maximum))
  }

  private func isWanted(_ diagnostic: BuildDiagnostic) -> Bool {
    guard !rewritten.contains(diagnostic.path) else { return false }
    if diagnostic.severity == .error { return true }
    guard !excluded.contains(where: { $0.matches(diagnostic.path) }) else { return false }
    return switch warnings {
    case .off: false
    case .all: true
    case .change: isInChange(diagnostic.path, diagnostic.line)
    }
  }

  private func isInChange(_ path: String, _ line: Int) -> Bool {
    changes.file(at: path)?.addedLines.contains(line) ?? false
  }

  private func lines(of path: String) -> [Substring] {
    // The text only makes the fingerprint stable; an unreadable file is treated as empty.
    let text = (try? ContainedDirectory(root).text(at: path, limit: Self.maximumFile)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
