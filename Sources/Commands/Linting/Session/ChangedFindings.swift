// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Git
import Linting
import ReviewContract
import Rules
import SystemPackage

/// Divides the findings in the files of a change into those that count and the others.
struct ChangedFindings {
  let linter: any Linter
  let scope: FindingScope
  let git: LocalChangeSource

  /// - Returns: the findings in order, with those that do not count marked as not in the change.
  func mark(
    _ located: [LintResult.Found], _ local: LocalChange, _ changes: ChangeSet, _ notes: inout [Note]
  ) async throws -> [LintResult.Found] {
    let files = Dictionary(changes.files.map { ($0.path, $0) }) { first, _ in first }
    var marked = located
    for index in marked.indices {
      marked[index].finding.isInChange = files[marked[index].finding.path].map { includes(marked[index], $0) } ?? false
    }
    if scope == .added { try await markKnown(&marked, all: located, local, files, notes: &notes) }
    return marked
  }

  private func includes(_ found: LintResult.Found, _ file: ChangedFile) -> Bool {
    scope.includes(found.finding, of: file) || scope == .added && concernsAll(found) && !file.hunks.isEmpty
  }

  /// Whether a change of another line can have caused the finding, by making a body or file longer or removing a brace.
  private func concernsAll(_ found: LintResult.Found) -> Bool {
    FindingComparison.measuring.contains(found.finding.rule) || found.finding.rule == BuiltInRules.parseError
  }

  /// Marks the findings that exist on the base.
  private func markKnown(
    _ marked: inout [LintResult.Found], all: [LintResult.Found], _ local: LocalChange, _ files: [String: ChangedFile],
    notes: inout [Note]
  ) async throws {
    let paths = Set(marked.filter(\.finding.isInChange).map(\.finding.path)).filter { local.oldBlobs[$0] != nil }
    guard !paths.isEmpty else { return }
    let oldTexts = try await git.texts(
      of: local.oldBlobs.filter { paths.contains($0.key) }, around: local.root, limit: RuleLinter.maximumBytes)
    if oldTexts.count < paths.count {
      notes.append(
        "\(paths.count - oldTexts.count) files are too large on the base to determine which findings are new")
    }
    let new = await FindingComparison(linter: linter, root: local.root)
      .new(among: all, in: files.values.filter { paths.contains($0.path) }, old: oldTexts)
    for index in marked.indices where marked[index].finding.isInChange {
      guard let file = files[marked[index].finding.path], paths.contains(file.path) else { continue }
      marked[index].finding.isInChange = new.contains(all[index].finding)
      if marked[index].finding.isInChange { FindingComparison.move(&marked[index].finding, toChangedLineOf: file) }
    }
  }
}
