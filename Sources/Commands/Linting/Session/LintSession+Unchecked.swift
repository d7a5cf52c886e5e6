// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Linting
import ReviewContract
import ReviewWorker

extension LintSession {
  /// Adds a finding for each source that was not compared or not checked by a rule. None of them is ever known before.
  func addUnchecked(_ result: inout LintResult, _ selected: borrowing SelectedFindings) {
    let changes = selected.changes
    guard !selected.unchecked.isEmpty || changes.files.contains(where: { $0.uncheckedReason != nil }) else { return }
    let (root, configuration) = (selected.subject.change.root, selected.configuration)
    // A manifest is not run: a link matters below the folders that its text names, and a source everywhere.
    let folders = configuration.build.package.folders(in: root, excluding: configuration.paths.exclude)
    let unchecked = UncheckedSources(
      changes: changes, layouts: [ManifestLayout(root: root).layout(of: folders)],
      excluded: configuration.paths.exclude + configuration.paths.generated, includesAllSources: true
    ).find(rules: selected.unchecked, coverage: [])
    result.notes.merge(unchecked.notes.map { Note($0) })
    let findings = UncheckedFiles.findings(unchecked.sources, configuration.unchecked)
    result.found = (result.found + findings.map { LintResult.Found(finding: $0, lineText: nil) })
      .sorted(by: LintResult.Found.isInOrder)
  }
}

extension ChangeSet {
  /// Returns the files without those at paths of links that lead to another file of the set, which is checked as well.
  ///
  /// - Parameter excluded: files that are not checked.
  func withoutRepeatedTexts(excluded: [Glob]) -> ChangeSet {
    guard files.contains(where: { $0.linkedPath != nil }) else { return self }
    let checked = Set(files.filter { $0.hasText && $0.linkedPath == nil }.map(\.path))
      .filter { path in SourceName.isSource(path) && !excluded.contains { $0.matches(path) } }
    return ChangeSet(files: files.filter { !($0.linkedPath.map(checked.contains) ?? false) })
  }
}
