// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

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
    let evidence = Evidence(
      runs: marked, conflicts: conflicts ?? [], findings: findings, coverage: coverage,
      gaps: (gaps ?? []).map { Evidence.Gap(verdict: $0.verdict, reason: $0.reason) }, existing: existing)
    return with(VerdictJudge.judge(evidence), runs: marked, notes: notes)
  }

  /// The report with one more fact that does not change the verdict.
  package func noting(_ note: String) -> Report {
    with(VerdictJudge.Judgement(verdict: verdict, reasons: reasons), runs: runs, notes: notes + [note])
  }

  private func with(_ judgement: VerdictJudge.Judgement, runs: [TestRun], notes: [String]) -> Report {
    Report(
      tool: tool, repository: repository, pullRequest: pullRequest, head: head, base: base, mergeBase: mergeBase,
      configurationHash: configurationHash, verdict: judgement.verdict, reasons: judgement.reasons, stages: stages,
      runs: runs, coverage: coverage, findings: findings, notes: notes, change: change, conflicts: conflicts,
      gaps: gaps)
  }
}
