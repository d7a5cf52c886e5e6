// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

extension Report {
  /// Whether something failed of which the base could say whether it is new.
  package var hasFailures: Bool {
    runs.contains { [.testsFailed, .crashed, .timedOut, .buildFailed].contains($0.outcome) }
  }

  /// The report with the failures told apart that the base has as well, and judged anew.
  ///
  /// This is for the half that runs no code under review: the base's result is not that code's to change.
  package func compared(with results: [BaseResult], existing: ExistingFailures) -> Report {
    // Several toolchains may have tested the base.
    let toolchains = Set(runs.map(\.toolchain))
    guard let base = results.first(where: { toolchains.contains($0.toolchain) && $0.commit == self.base }) else {
      return self
    }
    let comparison = BaseComparison(base: base)
    let marked = runs.map { comparison.marked($0) }
    var notes = notes + comparison.notes(on: marked)
    if existing == .pass, marked.contains(where: \.failsAsTheBase) {
      notes.append("tests that fail on the base as well do not count")
    }
    return with(judgement(runs: marked, coverage, existing), runs: marked, coverage: coverage, notes: notes)
  }

  /// The report with its coverage held against what is known of the base, and judged anew.
  ///
  /// - Parameter comparison: `nil` without a base that could be compared with.
  package func compared(
    with comparison: CoverageComparison?, policy: PatchPolicy, existing: ExistingFailures
  ) -> Report {
    guard var coverage else { return self }
    if let comparison { coverage = comparison.added(to: coverage) }
    // The head's tests, or the merge's where only that was tested, measured it.
    let side: CheckoutSide = runs.contains { $0.side == .head } ? .head : .merge
    let testsPassed = runs.allSatisfy { $0.side != side || [.passed, .noTests].contains($0.outcome) }
    coverage = CoverageJudge(policy: policy, testsPassed: testsPassed).judge(coverage, base: comparison?.baseCounts)
    return with(judgement(runs: runs, coverage, existing), runs: runs, coverage: coverage, notes: notes)
  }

  private func judgement(
    runs: [TestRun], _ coverage: PatchCoverage?, _ existing: ExistingFailures
  ) -> VerdictJudge.Judgement {
    VerdictJudge.judge(
      Evidence(
        runs: runs, conflicts: conflicts ?? [], findings: findings, coverage: coverage,
        gaps: (gaps ?? []).map { Evidence.Gap(verdict: $0.verdict, reason: $0.reason) }, existing: existing))
  }

  /// The report with one more fact that does not change the verdict.
  package func noting(_ note: String) -> Report {
    adding(notes: [note])
  }

  private func with(
    _ judgement: VerdictJudge.Judgement, runs: [TestRun], coverage: PatchCoverage?, notes: [String]
  ) -> Report {
    Report(
      tool: tool, repository: repository, pullRequest: pullRequest, head: head, base: base, mergeBase: mergeBase,
      configurationHash: configurationHash, verdict: judgement.verdict, reasons: judgement.reasons, stages: stages,
      runs: runs, coverage: coverage, findings: findings, notes: notes, change: change, conflicts: conflicts,
      gaps: gaps, removedTests: removedTests)
  }
}
