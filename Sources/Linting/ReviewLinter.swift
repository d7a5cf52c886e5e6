// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Findings
import Foundation
package import ReviewContract
package import Rules

/// The linter of a review: omits findings that the merge base has as well, and findings in the baseline.
///
/// A rule that measures a whole file, type or function finds something in the change if the change made it exceed the
/// limit, or exceed it by more, wherever the changed lines are. One about a whole file or type is found at a changed line,
/// and only if the number grew by a tenth of the limit.
package struct ReviewLinter: Linter {
  private let linter: any SelectiveLinter
  private let baseLinter: any Linter
  private let oldFiles: OldFiles?
  private let baseline: Baseline?
  private let isBaselineStrict: Bool
  private let scope: FindingScope
  private let suppressions: SuppressionPolicy
  private let notes: [Note]

  /// - Throws: `RuleSettingsError` when the configuration names an unknown rule or option.
  package init(
    _ configuration: ReviewConfiguration, of workspace: Workspace, rules: BuiltInRulesAssembly
  ) throws {
    // The findings are limited after it is known which of them count.
    linter = try ConfiguredLinter(configuration, rules: rules, limitPerRule: .max)
    // The findings of the base are not shown.
    var baseRules = BuiltInRulesAssembly()
    baseRules.makesSuggestions = false
    baseLinter = try ConfiguredLinter(configuration, rules: baseRules, limitPerRule: .max)
    oldFiles = workspace.oldFiles
    suppressions = configuration.suppressions
    (scope, isBaselineStrict) = (configuration.lint.scope, configuration.lint.isBaselineStrict)
    (baseline, notes) = Self.baseline(configuration, of: workspace)
  }

  /// Creates the linter with other linters.
  ///
  /// - Parameters:
  ///   - linters: run on the head.
  ///   - baseLinters: run on files of the base, without a limit for findings.
  package init(
    _ configuration: ReviewConfiguration, of workspace: Workspace, linters: any SelectiveLinter,
    baseLinters: any Linter
  ) {
    linter = linters
    baseLinter = baseLinters
    oldFiles = workspace.oldFiles
    suppressions = configuration.suppressions
    (scope, isBaselineStrict) = (configuration.lint.scope, configuration.lint.isBaselineStrict)
    baseline = Self.baseline(configuration, of: workspace).baseline
    // The notes of the rules include those about the baseline.
    notes = []
  }

  private static func baseline(
    _ configuration: ReviewConfiguration, of workspace: Workspace
  ) -> (baseline: Baseline?, notes: [Note]) {
    let path = configuration.lint.baseline
    guard let text = workspace.baseLintFiles[path] else {
      return (nil, path.isEmpty ? [] : ["lint.baseline: the base has no file \"\(path)\" of at most 4 MiB"])
    }
    do throws(UsageError) {
      return (try Baseline(Data(text.utf8), file: path, root: workspace.root), [])
    } catch {
      return (nil, [Note("\(error)")])
    }
  }

  package func findings(in change: ReviewedChange) async -> ReviewedFindings {
    let found = await linter.findings(in: change)
    let files = Dictionary(change.changes.files.map { ($0.path, $0) }) { first, _ in first }
    var located = found.found
    var notes = notes + found.notes
    let suppressed = suppressions == .allow ? [] : found.suppressed
    let base = await base(of: located, suppressed, files, change, &notes)
    if let base { markKnown(&located, base) }
    markScope(&located, files)
    removeKnown(&located, files, found, &notes)
    removeRepeated(&located, files)
    PerRuleLimitFilter().apply(to: &located, notes: &notes)
    return ReviewedFindings(
      found: located, notes: notes, unchecked: found.unchecked, suppressed: suppressed,
      suppressions: NewSuppressions(files: files, base: base).find(among: suppressed))
  }

  /// Removes the findings at the path of a link that are also reported in the file that it leads to.
  private func removeRepeated(_ located: inout [LocatedFinding], _ files: [String: ChangedFile]) {
    guard files.values.contains(where: { $0.linkedPath != nil }) else { return }
    let known = Set(located.map { LinkedFinding($0.finding, at: $0.finding.path) })
    located.removeAll { found in
      files[found.finding.path]?.linkedPath.map { known.contains(LinkedFinding(found.finding, at: $0)) } ?? false
    }
  }

  /// What the findings of one text have in common at all paths that lead to it.
  private struct LinkedFinding: Hashable {
    let path: String
    let rule: String
    let range: SourceRange
    let isInChange: Bool

    init(_ finding: Finding, at path: String) {
      self.path = path
      (rule, range, isInChange) = (finding.rule, finding.range, finding.isInChange)
    }
  }

  /// Runs the rules on the old versions of the files with findings that could be new, or that comments suppress.
  private func base(
    of located: [LocatedFinding], _ suppressed: [SuppressedFinding], _ files: [String: ChangedFile],
    _ change: ReviewedChange, _ notes: inout [Note]
  ) async -> FindingsOfBase? {
    guard let oldFiles else { return nil }
    let paths = Set(located.filter { $0.finding.isInChange || Self.isMeasured($0) }.map(\.finding.path))
      .union(suppressed.map(\.located.finding.path))
      .filter { files[$0].map { OldFiles.includes($0) && !$0.hunks.isEmpty } ?? false }
    let compared = paths.sorted().compactMap { files[$0] }
    var old: [String: [UInt8]] = [:]
    for file in compared { old[file.path] = oldFiles.bytes(of: file) }
    let remaining = compared.count - old.count
    if remaining > 0 {
      notes.append(
        remaining == 1
          ? "the findings of a file are not compared with the base: its old version is too large"
          : "the findings of \(remaining) files are not compared with the base: their old versions are too large")
    }
    guard !old.isEmpty else { return nil }
    let comparison = FindingComparison(linter: baseLinter, root: change.root.path)
    let known = compared.filter { old[$0.path] != nil }
    let found = await comparison.findings(in: known, old: old)
    return FindingsOfBase(
      comparison: comparison, files: known, found: found.found, suppressed: found.suppressed.map(\.located))
  }

  private static func isMeasured(_ found: LocatedFinding) -> Bool {
    FindingComparison.measuring.contains(found.finding.rule)
  }

  private func markKnown(_ located: inout [LocatedFinding], _ base: FindingsOfBase) {
    let files = Dictionary(base.files.map { ($0.path, $0) }) { first, _ in first }
    let new = base.comparison.new(among: located, in: base.files, base: base.found)
    for index in located.indices {
      guard let file = files[located[index].finding.path] else { continue }
      let isNew = new.contains(located[index].finding)
      if Self.isMeasured(located[index]) {
        located[index].finding.isInChange = isNew
        if isNew { FindingComparison.move(&located[index].finding, toChangedLineOf: file) }
      } else if !isNew, located[index].finding.rule != BuiltInRules.parseError {
        located[index].finding.isInChange = false
      }
    }
  }

  /// Marks the findings that count although the base has them as well, or no line of theirs was added.
  private func markScope(_ located: inout [LocatedFinding], _ files: [String: ChangedFile]) {
    guard scope != .added else { return }
    for index in located.indices {
      guard !located[index].finding.isInChange, let file = files[located[index].finding.path] else { continue }
      located[index].finding.isInChange = scope.includes(located[index].finding, of: file)
    }
  }

  private func removeKnown(
    _ located: inout [LocatedFinding], _ files: [String: ChangedFile], _ found: ReviewedFindings,
    _ notes: inout [Note]
  ) {
    guard let baseline else { return }
    let before = located.count { $0.finding.isInChange }
    let oldPaths = files.mapValues { $0.oldPath ?? $0.path }
    let applied = baseline.apply(to: located, oldPaths: oldPaths)
    located = applied.new
    let count = before - located.count { $0.finding.isInChange }
    if count > 0 {
      notes.append(
        count == 1
          ? "1 finding in the change is in the baseline" : "\(count) findings in the change are in the baseline")
    }
    let stale = StaleEntries(
      files: Array(files.values), unchecked: found.unchecked, notes: found.notes, linters: [linter]
    ).select(from: applied.unmatched)
    guard !stale.isEmpty else { return }
    guard isBaselineStrict else { return notes.append(Note(StaleEntries.text(stale))) }
    located.append(LocatedFinding(finding: StaleEntries.finding(stale), lineText: nil))
  }
}
