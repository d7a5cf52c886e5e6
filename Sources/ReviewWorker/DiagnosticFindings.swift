// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import ReviewContract
import SystemPackage

/// Converts compiler diagnostics to findings.
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
    var seen: Set<BuildDiagnostic> = []
    var texts: [String: [Substring]] = [:]
    var occurrences: [String: Int] = [:]
    let found = diagnostics.filter { seen.insert($0).inserted && isWanted($0) }.map { diagnostic in
      let rule = diagnostic.severity == .error ? Finding.compilerError : Finding.compilerWarning
      if texts[diagnostic.path] == nil { texts[diagnostic.path] = lines(of: diagnostic.path) }
      let lines = texts[diagnostic.path] ?? []
      let text = diagnostic.line <= lines.count ? lines[diagnostic.line - 1] : ""
      let key = "\(rule)\u{0}\(diagnostic.path)\u{0}\(diagnostic.message)\u{0}\(text)"
      let occurrence = occurrences[key, default: 0]
      occurrences[key] = occurrence + 1
      return Finding(
        rule: rule, severity: diagnostic.severity, path: diagnostic.path,
        range: SourceRange(line: diagnostic.line, column: diagnostic.column), message: diagnostic.message,
        fingerprint: Fingerprint.make(
          rule: rule, path: diagnostic.path, lineText: "\(text)\u{0}\(diagnostic.message)", occurrence: occurrence),
        isInChange: isInChange(diagnostic))
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
    case .change: isInChange(diagnostic)
    }
  }

  private func isInChange(_ diagnostic: BuildDiagnostic) -> Bool {
    changes.file(at: diagnostic.path)?.addedLines.contains(diagnostic.line) ?? false
  }

  private func lines(of path: String) -> [Substring] {
    // The text only makes the fingerprint stable; an unreadable file is treated as empty.
    let text = (try? ContainedDirectory(root).text(at: path, limit: Self.maximumFile)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
