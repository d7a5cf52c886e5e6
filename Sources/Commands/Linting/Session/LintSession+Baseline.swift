// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import Linting
import ReviewContract
import SystemPackage

extension LintSession {
  /// Removes the findings that are in the baseline, and determines its stale entries.
  func removeKnown(
    _ result: inout LintResult, _ request: LintRequest, _ selected: SelectedFindings
  ) throws {
    guard !request.ignoresBaseline else { return }
    let configured = selected.configuration.lint.baseline
    let baseline: Baseline
    if let file = request.baseline {
      baseline = try Baseline(file: file, root: result.root)
    } else if !configured.isEmpty {
      baseline = try Baseline(configured: configured, root: result.root)
    } else if request.prunesBaseline {
      throw UsageError(
        "cannot prune the baseline: there is none", remedy: "name it with --baseline FILE or the key lint.baseline")
    } else {
      return
    }
    let old = Dictionary(selected.changes.files.map { ($0.path, $0.oldPath ?? $0.path) }) { first, _ in first }
    let count = result.found.count { $0.finding.isInChange }
    // Where several findings match an entry, it stands for one that counts.
    let found = result.found.filter(\.finding.isInChange) + result.found.filter { !$0.finding.isInChange }
    let applied = baseline.apply(to: found, oldPaths: old)
    result.found = applied.new.ordered()
    result.knownCount = count - result.found.count { $0.finding.isInChange }
    result.stale = stale(applied.unmatched, result, request, selected)
    result.isBaselineStrict = request.isBaselineStrict || selected.configuration.lint.isBaselineStrict
    guard request.prunesBaseline else { return }
    let file = request.baseline ?? result.root.appending(configured).string
    guard !baseline.isOfSwiftLint else {
      throw UsageError(
        "cannot prune the baseline \(file): it is SwiftLint's",
        remedy: "write one of reviewbot with lint --write-baseline FILE")
    }
    result.pruned = PrunedBaseline(baseline: baseline.removing(result.stale), file: file)
  }

  private func stale(
    _ unmatched: [Baseline.Entry], _ result: LintResult, _ request: LintRequest, _ selected: SelectedFindings
  ) -> [Baseline.Entry] {
    guard !unmatched.isEmpty else { return [] }
    var files = selected.changes.files
    if request.subject == .local(.everything), request.paths.isEmpty {
      // Of all files, those that no longer exist are known as well.
      let known = Set(files.map(\.path))
      let checkout = ContainedDirectory(result.root)
      files += Set(unmatched.map(\.path)).subtracting(known).filter { checkout.status(of: $0) == nil }
        .map { ChangedFile(path: $0, status: .deleted) }
    }
    let linters: [any SelectiveLinter] = [selected.linter] + [selected.otherLinters].compactMap(\.self)
    return StaleEntries(files: files, unchecked: selected.unchecked, notes: result.notes, linters: linters)
      .select(from: unmatched)
  }
}
