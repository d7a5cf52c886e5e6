// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Git
import Linting
import ReviewContract
import Rules
import SystemPackage

/// Selects the findings of a change from all findings in its files.
struct ChangedFindings {
  /// The number of lines around a change that belong to its hunk, as in a diff.
  static let context = 3

  let linter: any Linter
  let lines: LintRequest.Lines
  let git: LocalChangeSource

  func select(
    from located: [LintResult.Found], _ local: LocalChange, _ changes: ChangeSet, _ notes: inout [Note]
  ) async throws -> [LintResult.Found] {
    let files = Dictionary(changes.files.map { ($0.path, $0) }) { first, _ in first }
    switch lines {
    case .file: return located
    case .hunk:
      return located.filter { found in
        guard let file = files[found.finding.path] else { return false }
        return file.status == .added || Self.hunkLines(file).overlaps(found.finding.range.lines)
      }
    case .added:
      let candidates = located.filter { found in
        guard let file = files[found.finding.path] else { return false }
        return file.addedLines.overlaps(found.finding.range.lines) || concernsAll(found) && !file.hunks.isEmpty
      }
      return try await new(among: candidates, of: located, local, files, notes: &notes)
    }
  }

  /// Whether a change of another line can have caused the finding, by making a body or file longer or removing a brace.
  private func concernsAll(_ found: LintResult.Found) -> Bool {
    FindingComparison.measuring.contains(found.finding.rule) || found.finding.rule == BuiltInRules.parseError
  }

  /// Removes the findings that exist on the base.
  private func new(
    among candidates: [LintResult.Found], of all: [LintResult.Found], _ local: LocalChange,
    _ files: [String: ChangedFile], notes: inout [Note]
  ) async throws -> [LintResult.Found] {
    let paths = Set(candidates.map(\.finding.path)).filter { local.oldBlobs[$0] != nil }
    guard !paths.isEmpty else { return candidates }
    let oldTexts = try await git.texts(
      of: local.oldBlobs.filter { paths.contains($0.key) }, around: local.root, limit: RuleLinter.maximumBytes)
    if oldTexts.count < paths.count {
      notes.append(
        "\(paths.count - oldTexts.count) files are too large on the base to determine which findings are new")
    }
    let new = await FindingComparison(linter: linter, root: local.root)
      .new(among: all, in: files.values.filter { paths.contains($0.path) }, old: oldTexts)
    return candidates.compactMap { candidate in
      guard let file = files[candidate.finding.path], paths.contains(file.path) else { return candidate }
      guard new.contains(candidate.finding) else { return nil }
      var found = candidate
      FindingComparison.move(&found.finding, toChangedLineOf: file)
      return found
    }
  }

  private static func hunkLines(_ file: ChangedFile) -> LineSet {
    LineSet(
      ranges: file.hunks.map { hunk in
        // If no line was added, the hunk's start is the line of the new version before it.
        let first = hunk.newCount > 0 ? hunk.newStart : hunk.newStart + 1
        return max(1, first - context)...max(1, first + max(hunk.newCount, 0) - 1 + context)
      })
  }
}
