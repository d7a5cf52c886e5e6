// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// The half that runs the code under review: from a workspace to a report. It has no token and publishes nothing.
package struct WorkspaceReview: Sendable {
  private let reviewer: any Reviewer
  private let runner: any TestRunner
  private let coverage: any CoverageReader

  package init(reviewer: any Reviewer, runner: any TestRunner, coverage: any CoverageReader) {
    self.reviewer = reviewer
    self.runner = runner
    self.coverage = coverage
  }

  /// Reviews a pull request. Every stage that fails leaves a note in the report, and the others go on.
  ///
  /// Findings and patch coverage speak of the head; tests gate on the head and on the merge. The merge comes last,
  /// because it rewrites files of the workspace.
  package func report(_ job: ReviewJob, progress: @escaping ProgressHandler) async -> Report {
    var draft = ReportDraft(job)
    await applyRules(job, progress, &draft)
    let packages = JobPackages(job)
    draft.notes += packages.notes
    let tests = PackageTests(job: job, runner: runner, folders: packages.folders)
    if job.testsHead {
      let tested = await test(tests, .head, progress, &draft)
      await measure(job, tested, progress, &draft)
    }
    await testMerge(tests, progress, &draft)
    return draft.report
  }

  private func applyRules(_ job: ReviewJob, _ progress: @escaping ProgressHandler, _ draft: inout ReportDraft) async {
    let change = ReviewedChange(root: job.workspace.root, changes: job.workspace.changes)
    let reviewer = reviewer
    await draft.run("rules", progress, describe: { (.done, Self.words($0)) }) {
      await reviewer.findings(in: change)
    } keep: { draft, reviewed in
      draft.evidence.findings = reviewed.findings
      draft.notes += reviewed.notes
    }
  }

  private static func words(_ reviewed: ReviewedFindings) -> String {
    let count = reviewed.findings.count { $0.isInChange }
    return count == 1 ? "1 finding in the change" : "\(count) findings in the change"
  }

  private func test(
    _ tests: PackageTests, _ side: CheckoutSide, rewritten: Set<String> = [], _ progress: @escaping ProgressHandler,
    _ draft: inout ReportDraft
  ) async -> [TestedWorkspace] {
    let tested = await tests.run(side, progress: progress)
    draft.evidence.runs += tested.map(\.run)
    draft.stages += tested.flatMap(\.stages)
    let job = tests.job
    // Findings speak of the head; the merge is asked only where nothing else was built.
    guard side == .head || !job.testsHead else { return tested }
    let compiler = CompilerFindings(
      root: job.workspace.root, changes: job.workspace.changes, warnings: job.settings.warnings,
      excluded: job.settings.excluded, rewritten: rewritten)
    draft.evidence.findings += compiler.make(tested.flatMap(\.run.diagnostics))
    draft.evidence.findings.sort(by: Finding.isInOrder)
    return tested
  }

  private func testMerge(
    _ tests: PackageTests, _ progress: @escaping ProgressHandler, _ draft: inout ReportDraft
  ) async {
    let job = tests.job
    guard job.settings.trees != .head else { return }
    switch job.workspace.merge {
    case .sameAsHead: return
    case .conflict(let paths):
      draft.evidence.conflicts = paths
      draft.skip("merge", progress, because: "head and base conflict")
    case .differs(let overlay):
      if draft.evidence.runs.contains(where: { [.buildFailed, .couldNotRun, .timedOut].contains($0.outcome) }) {
        return draft.skip("merge", progress, because: "the head did not get through its own tests")
      }
      let merged = MergedWorkspace(root: job.workspace.root, overlay: overlay)
      let isApplied = await draft.run("merge", progress, describe: { (.done, Self.words(overlay)) }) {
        try merged.apply()
      }
      guard isApplied else {
        return draft.evidence.gaps.append(
          .init(verdict: .couldNotRun, reason: "the merge could not be tested: its files could not be written"))
      }
      let rewritten = Set(overlay.written)
      let tested = await test(tests, .merge, rewritten: rewritten, progress, &draft)
      if !job.testsHead { await measure(job, tested, rewritten: rewritten, progress, &draft) }
    }
  }

  private static func words(_ overlay: MergeOverlay) -> String {
    let count = overlay.written.count + overlay.removed.count
    return count == 1 ? "1 file differs from the head" : "\(count) files differ from the head"
  }

  private func measure(
    _ job: ReviewJob, _ tested: [TestedWorkspace], rewritten: Set<String> = [], _ progress: @escaping ProgressHandler,
    _ draft: inout ReportDraft
  ) async {
    let built = tested.filter { ![.buildFailed, .noTests].contains($0.run.outcome) }
    let layouts = built.compactMap(\.layout)
    guard let first = layouts.first else { return }
    let layout = PackageLayout(name: first.name, targets: layouts.flatMap(\.targets))
    let measurement = PatchMeasurement(
      changes: job.workspace.changes, layout: layout, policy: job.settings.coverage, rewritten: rewritten)
    let paths = measurement.measuredPaths
    let passed = tested.allSatisfy { [.passed, .noTests].contains($0.run.outcome) }
    guard !paths.isEmpty else {
      draft.skip("coverage", progress, because: "the change adds no Swift code that tests could run")
      draft.evidence.coverage = measurement.measure(CoverageMap(files: [:]), testsPassed: passed)
      return
    }
    let artifacts = built.compactMap(\.artifacts)
    guard !artifacts.isEmpty else {
      draft.skip("coverage", progress, because: "the tests left no coverage profile")
      draft.notes.append("coverage could not be measured: the tests left no coverage profile")
      return missCoverage(job, passed, &draft)
    }
    let coverage = coverage
    let isMeasured = await draft.run("coverage", progress) {
      var joined = CoverageMap(files: [:])
      for artifacts in artifacts {
        joined = joined.joined(with: try await coverage.coverage(from: artifacts, of: paths, rules: .standard))
      }
      return joined
    } keep: { draft, map in
      draft.evidence.coverage = measurement.measure(map, testsPassed: passed)
    }
    if !isMeasured { missCoverage(job, passed, &draft) }
  }

  /// A target that the repository set is not reached by measuring nothing. With red tests the gate is closed anyway.
  private func missCoverage(_ job: ReviewJob, _ testsPassed: Bool, _ draft: inout ReportDraft) {
    guard let target = job.settings.coverage.target, testsPassed else { return }
    draft.evidence.gaps.append(
      .init(verdict: .coverage, reason: "patch coverage could not be measured, and the target is \(target) %"))
  }
}
