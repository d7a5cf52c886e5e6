// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import Git
import ReviewContract
import ReviewHost
import Rules

extension LintSession {
  /// Adds the findings of the rules about pull requests that do not need a forge.
  func applyChangeRules(to selected: inout SelectedFindings) async throws {
    let subject = selected.subject
    guard !subject.isEverythingInChange else { return }
    let linter: ChangeLinter
    do throws(RuleSettingsError) {
      linter = try ChangeLinter(selected.configuration.pullRequest.rules)
    } catch {
      throw UsageError("\(error)", remedy: "correct the configuration")
    }
    guard !linter.isEmpty else { return }
    let local = subject.change
    let wanted = Set(selected.changes.files.filter(OldFiles.includes).map(\.path))
    let old = try await git.texts(
      of: local.oldBlobs.filter { wanted.contains($0.key) }, around: local.root, limit: OldFiles.maximumBytes)
    let files = ContainedDirectory(local.root)
    var change = ProposedChange(
      selected.changes,
      newText: { path in
        // The rules about code add a note about a file that cannot be read.
        subject.texts.map { $0[path] } ?? (try? files.bytes(at: path, limit: OldFiles.maximumBytes))
      }, size: { path in subject.texts.map { $0[path]?.count } ?? files.status(of: path)?.size },
      oldText: { old[$0.path] })
    change.commits = local.commits
    let found = linter.findings(in: change, saysWhatIsMissing: false)
    let lines = LineTexts(root: local.root, texts: subject.texts)
    selected.notes += found.notes
    selected.found += found.findings.map { LintResult.Found(finding: $0, lineText: lines.line($0)) }
    selected.found.sort(by: LintResult.Found.isInOrder)
  }
}

extension Finding {
  /// Whether it is a finding of a rule about pull requests.
  var isOfChangeRule: Bool { rule.hasPrefix(BuiltInChangeRules.prefix) }
}
