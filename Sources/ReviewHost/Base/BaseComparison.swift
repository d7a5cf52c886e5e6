// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Tells what a change broke from what was broken before.
package struct BaseComparison: Sendable {
  package let base: BaseResult

  package init(base: BaseResult) {
    self.base = base
  }

  /// The run with each failure marked whose fate on the base is known.
  package func marked(_ run: TestRun) -> TestRun {
    guard let package = package(of: run) else { return run }
    let failed = Set(package.failed)
    // Where not all was listed, or not all ran, that a test is not among the failed says nothing.
    let isWhole = [.passed, .testsFailed, .noTests].contains(package.outcome) && package.unlisted == 0
    var run = run
    for index in run.failures.indices {
      let isThere = failed.contains(run.failures[index].id)
      run.failures[index].failsOnBase = isThere ? true : isWhole ? false : nil
    }
    return run
  }

  package func notes(on runs: [TestRun]) -> [String] {
    runs.compactMap { run in
      guard let package = package(of: run) else { return nil }
      let place = package.package.isEmpty ? "" : " in `\(package.package)`"
      switch package.outcome {
      case .buildFailed where run.outcome == .buildFailed: return "the base does not build either\(place)"
      case .crashed where run.outcome == .crashed: return "a test process crashed on the base too\(place)"
      case .timedOut where run.outcome == .timedOut: return "the base ran out of time too\(place)"
      case .passed, .testsFailed:
        guard run.side == .head, run.outcome != .buildFailed, run.tests.total < package.total else { return nil }
        return "fewer tests ran than on the base\(place): \(run.tests.total) instead of \(package.total)"
      default: return nil
      }
    }
  }

  private func package(of run: TestRun) -> BaseResult.Package? {
    guard run.toolchain == base.toolchain else { return nil }
    return base.packages.first { $0.package == run.package }
  }
}

extension Report {
  /// Whether something failed of which the base could say whether it is new.
  package var hasFailures: Bool {
    runs.contains { [.testsFailed, .crashed, .timedOut, .buildFailed].contains($0.outcome) }
  }

  /// The report with the failures told apart that the base has as well, and judged again.
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

  /// The report with its coverage held against what is known of the base, and judged again.
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
        missingResults: (missingResults ?? []).map { Evidence.MissingResult(verdict: $0.verdict, reason: $0.reason) },
        existing: existing))
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
      missingResults: missingResults, removedTests: removedTests)
  }
}
