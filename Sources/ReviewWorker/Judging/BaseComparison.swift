// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Tells what a change broke from what was broken before.
struct BaseComparison: Sendable {
  let base: BaseResult

  /// The run with each failure marked whose fate on the base is known.
  func marked(_ run: TestRun) -> TestRun {
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

  func notes(on runs: [TestRun]) -> [String] {
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

extension TestRun {
  /// Whether it did not pass for nothing else than tests that fail on the base as well.
  var failsAsTheBase: Bool {
    guard outcome == .testsFailed, !failures.isEmpty, flaky.isEmpty, failures.allSatisfy({ $0.failsOnBase == true })
    else { return false }
    return Set(failures.map(\.id)).count == tests.failed
  }

  /// What is known of the base, to follow the reason.
  var baseWords: String {
    let tests = Dictionary(grouping: failures, by: \.id).mapValues { $0[0].failsOnBase }
    guard outcome == .testsFailed, !tests.isEmpty, tests.values.allSatisfy({ $0 != nil }) else { return "" }
    let existing = tests.values.count { $0 == true }
    if existing == 0 { return ", not on the base" }
    if existing == tests.count { return ", on the base as well" }
    return ", \(existing) of them on the base as well"
  }
}

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

/// Compares the tests of the base with those after the change.
///
/// The base's are those of its tip, and so are the merge's: a head that began earlier lacks what the base got since.
struct RemovedTestsSearch: Sendable {
  let head: [TestedWorkspace]
  let merge: [TestedWorkspace]
  let mergeResult: MergeResult
  let isBaseTheMergeBase: Bool

  /// `nil` where the change has no tests and nothing is known of the base's, so that there is nothing to speak of.
  var result: RemovedTests? {
    let tested = merge + head
    // Several packages have no build of the base that is kept.
    guard let base = tested.lazy.compactMap(\.listedOnBase).first else {
      let hasTests = tested.contains { $0.layout?.declaresTests == true }
      return hasTests ? RemovedTests(unknown: "no build of the base lists its tests") : nil
    }
    guard !base.tests.isEmpty else { return RemovedTests(tests: []) }
    guard let after else {
      return RemovedTests(unknown: "the tests after the change could not be listed beside those of the base")
    }
    return RemovedTests(base: base.tests, after: after)
  }

  private var after: [TestID]? {
    if let merged = merge.first { return merged.listed }
    if case .sameAsHead = mergeResult { return head.first?.listed }
    return isBaseTheMergeBase ? head.first?.listed : nil
  }
}

extension RemovedTests {
  /// Why the review fails because of them; `nil` when none is known to be gone.
  var reason: String? {
    guard count > 0 else { return nil }
    let names = tests.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    let more = count - min(3, tests.count)
    return "the change removes \(count == 1 ? "1 test" : "\(count) tests") of the base: \(names)"
      + (more > 0 ? " and \(more) more" : "")
  }
}
