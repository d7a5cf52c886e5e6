// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Git
import Linting
import ReviewContract
import Rules

extension LintSession {
  /// The limit of rounds of corrections and checks: a correction can change lines that were not part of the change.
  private static let maximumRounds = 5

  /// Corrects the findings of a request in memory.
  ///
  /// - Returns: the corrections, which are not written yet, and the remaining findings.
  /// - Throws: as ``run(_:)``; `UsageError` if the request is not about a working tree.
  func correct(_ request: LintRequest) async throws -> (corrections: Corrections, remaining: LintResult) {
    guard case .local(let scope) = request.subject, scope != .staged else {
      throw UsageError(
        "cannot correct text that is not a file of the working tree",
        remedy: "use --fix without --staged, --pre-push and --stdin")
    }
    defer { saveCache() }
    var selected = try await select(request, try await subject(request, scope))
    var result = try judged(selected, request)
    var corrections = Corrections(root: result.root)
    for _ in 0..<Self.maximumRounds {
      let changed = await corrections.apply(result.findings, with: selected.linter)
      guard !changed.isEmpty else { break }
      try await replace(changed, by: corrections.texts, in: &selected)
      try await check(&selected, request, only: changed)
      result = try judged(selected, request)
    }
    try await runOtherLinters(for: &selected, request)
    result = try judged(selected, request)
    return (corrections, result)
  }

  /// The maximum number of files that are corrected only to count their findings.
  private static let maximumCountedFiles = 20

  /// Returns the number of findings that ``correct(_:)`` would correct in its first round; `nil` in too many files.
  func correctableCount(_ result: LintResult, _ linter: ConfiguredLinter) async -> Int? {
    let rules = Set(BuiltInRules.all.map { $0.description }.filter(\.isCorrectable).map(\.id))
      .union(result.customRules.filter { $0.fix != nil }.map(\.id))
    let candidates = result.findings.filter { rules.contains($0.rule) }
    guard Set(candidates.map(\.path)).count <= Self.maximumCountedFiles else { return nil }
    var corrections = Corrections(root: result.root)
    _ = await corrections.apply(candidates, with: linter)
    // Correcting one can cause others, which are corrected as well.
    return min(candidates.count, corrections.files.values.reduce(0) { $0 + $1.count })
  }

  /// Returns the corrections as a unified diff.
  ///
  /// - Throws: `WorkspaceError` if git cannot compare the texts.
  func diff(of corrections: Corrections) async throws -> String {
    var text = ""
    for file in corrections.files.values.sorted(by: { $0.path < $1.path }) {
      let hunks = try await git.hunks(from: file.original, to: file.corrected)
      text += UnifiedDiff(path: file.path, old: file.original, new: file.corrected).text(hunks)
    }
    return text
  }

  /// Replaces the texts of the selection by corrected ones, with their differences from the base.
  private func replace(
    _ paths: Set<String>, by texts: [String: [UInt8]], in selected: inout SelectedFindings
  ) async throws {
    let local = selected.subject.change
    selected.subject.texts = texts
    guard !selected.subject.isEverythingInChange else { return }
    let old = try await git.texts(
      of: local.oldBlobs.filter { paths.contains($0.key) }, around: local.root, limit: RuleLinter.maximumBytes)
    var files: [ChangedFile] = []
    for file in selected.changes.files {
      // A file whose base is too large keeps its hunks; its findings count as new anyway.
      guard paths.contains(file.path), let new = texts[file.path], old[file.path] != nil || file.status == .added else {
        files.append(file)
        continue
      }
      files.append(file.replacing(hunks: try await git.hunks(from: old[file.path] ?? [], to: new)))
    }
    selected.changes = ChangeSet(files: files)
    selected.subject.change = local.replacing(files)
  }
}
