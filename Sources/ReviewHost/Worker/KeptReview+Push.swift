// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import ReviewContract

extension KeptReview {
  /// Whether the builds and tests of a later commit, whose documents differ, would have the same inputs.
  ///
  /// - Parameters:
  ///   - files: of the later commit.
  ///   - trees: the trees that both reviews test.
  func coversTests(of workspace: Workspace, _ files: CommittedFiles, _ trees: TestedTrees) -> Bool {
    guard let documents else { return false }
    let changed = files.documents.filter { documents[$0.key] != $0.value }.map(\.key)
    // A manifest of the pull request could hide what its tests read.
    let paths = workspace.changes.files.flatMap { [$0.path, $0.oldPath].compactMap(\.self) }
    guard !paths.contains(where: SourceName.isManifest),
      changed.isEmpty || DocumentationChange(changed, in: ContainedDirectory(workspace.root)).isOnlyDocumentation
    else { return false }
    let hasMerge = result.report.runs.contains { $0.side == .merge }
    return switch workspace.merge {
    case .sameAsHead: !hasMerge
    // The manifest of the merge can name other folders than the head's, which was searched.
    case .differs(let overlay):
      (hasMerge || trees == .head) && !(overlay.written + overlay.removed).contains(where: SourceName.isManifest)
    case .conflict: false
    }
  }

  /// Returns the review of a later commit: its findings by the rules, with the builds, the tests and the coverage of this
  /// one.
  ///
  /// - Parameters:
  ///   - rules: a review of the later commit that applied the rules only.
  ///   - files: of the later commit.
  func completing(_ rules: Report, _ files: CommittedFiles, informational: Set<ReviewPart>) -> ReviewResult {
    let report = result.report
    var evidence = Evidence(rules, existing: .fail, informational: informational)
    evidence.runs = report.runs
    evidence.coverage = report.coverage
    evidence.removedTests = report.removedTests
    let known = Set(rules.findings.map(\.fingerprint))
    evidence.findings += report.findings.filter { Self.isOfBuilds($0) && !known.contains($0.fingerprint) }
    evidence.findings.sort(by: Finding.isInOrder)
    let judgement = VerdictJudge.judge(evidence)
    let date = time.formatted(.iso8601)
    let kept = Stage(name: Self.stage, status: .done, milliseconds: 0, detail: "of \(date)")
    let difference = files.documents == documents ? "no file differs" : "only documents differ"
    let reach = files.documents == documents ? "" : ", and no build and no test reads them"
    let note =
      "\(difference) from \(report.head.short), which passed on \(date)\(reach): builds, tests and coverage are those of "
      + "that commit; --recheck repeats them"
    let combined = rules.with(judgement, runs: evidence.runs, coverage: evidence.coverage, findings: evidence.findings)
      .ofWholeReview(removedTests: evidence.removedTests).with(stages: rules.stages + [kept])
      .adding(notes: report.notes.filter { !rules.notes.contains($0) } + [note])
    return ReviewResult(report: combined, coverage: result.coverage.map { $0.with(commit: rules.head) })
  }

  /// Whether a finding is one of a build or its tests, or about a source that they did not cover.
  private static func isOfBuilds(_ finding: Finding) -> Bool {
    finding.isAboutUncheckedFile
      || [Finding.compilerError, Finding.compilerWarning, Finding.threadSanitizer, Finding.addressSanitizer]
        .contains(finding.rule)
  }
}
