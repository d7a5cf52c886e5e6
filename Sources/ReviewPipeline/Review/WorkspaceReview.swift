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
    if job.testsHead {
      let tested = await test(job, .head, progress, &draft)
      await measure(job, tested, progress, &draft)
    }
    await testMerge(job, progress, &draft)
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
    _ job: ReviewJob, _ side: CheckoutSide, _ progress: @escaping ProgressHandler, _ draft: inout ReportDraft
  ) async -> TestedWorkspace {
    // Stages of the head have plain names, those of the merge say so.
    let name = { @Sendable (stage: String) in side == .head ? stage : "merge \(stage)" }
    let tested = await runner.test(job.testRequest(side)) { progress($0.renamed(name)) }
    draft.evidence.runs.append(tested.run)
    draft.stages += tested.stages.map { $0.renamed(name) }
    return tested
  }

  private func testMerge(_ job: ReviewJob, _ progress: @escaping ProgressHandler, _ draft: inout ReportDraft) async {
    guard job.settings.trees != .head else { return }
    switch job.workspace.merge {
    case .sameAsHead: return
    case .conflict(let paths):
      draft.evidence.conflicts = paths
      draft.skip("merge", progress, because: "head and base conflict")
    case .differs(let overlay):
      if let run = draft.evidence.runs.last, [.buildFailed, .couldNotRun, .timedOut].contains(run.outcome) {
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
      let tested = await test(job, .merge, progress, &draft)
      if !job.testsHead { await measure(job, tested, rewritten: Set(overlay.written), progress, &draft) }
    }
  }

  private static func words(_ overlay: MergeOverlay) -> String {
    let count = overlay.written.count + overlay.removed.count
    return count == 1 ? "1 file differs from the head" : "\(count) files differ from the head"
  }

  private func measure(
    _ job: ReviewJob, _ tested: TestedWorkspace, rewritten: Set<String> = [], _ progress: @escaping ProgressHandler,
    _ draft: inout ReportDraft
  ) async {
    guard let layout = tested.layout, tested.run.outcome != .buildFailed, tested.run.outcome != .noTests else { return }
    let measurement = PatchMeasurement(
      changes: job.workspace.changes, layout: layout, policy: job.settings.coverage, rewritten: rewritten)
    let paths = measurement.measuredPaths
    let passed = tested.run.outcome == .passed
    guard !paths.isEmpty else {
      draft.skip("coverage", progress, because: "the change adds no Swift code that tests could run")
      draft.evidence.coverage = measurement.measure(CoverageMap(files: [:]), testsPassed: passed)
      return
    }
    guard let artifacts = tested.artifacts else {
      draft.skip("coverage", progress, because: "the tests left no coverage profile")
      draft.notes.append("coverage could not be measured: the tests left no coverage profile")
      return missCoverage(job, passed, &draft)
    }
    let coverage = coverage
    let isMeasured = await draft.run("coverage", progress) {
      try await coverage.coverage(from: artifacts, of: paths)
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

extension ProgressEvent {
  fileprivate func renamed(_ name: (String) -> String) -> ProgressEvent {
    switch self {
    case .started(let stage): .started(stage: name(stage))
    case .ended(let stage): .ended(stage.renamed(name))
    case .output, .detail: self
    }
  }
}

extension Stage {
  fileprivate func renamed(_ name: (String) -> String) -> Stage {
    Stage(name: name(self.name), status: status, milliseconds: milliseconds, detail: detail)
  }
}
