// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
package import Findings
import Foundation
package import ReviewContract
import Rules
import SystemPackage
package import WorkerProtocol

/// The unprivileged half of a review: tests a workspace and creates the report. It has no token and publishes nothing.
package struct WorkerReview: Sendable {
  /// Creates the linter of the programs besides the rules, which passes their output to a handler.
  package typealias OtherLinters = @Sendable (@escaping ProgressHandler) -> any Linter

  private let linter: any Linter
  private let otherLinters: OtherLinters?
  private let runner: any TestRunner
  private let coverage: any CoverageReader
  private let reports: (any CoverageReportReader)?

  /// - Parameters:
  ///   - otherLinters: programs besides the rules; `nil` if the configuration has none.
  ///   - reports: reads the coverage reports of a request that has some.
  package init(
    linter: any Linter, otherLinters: OtherLinters? = nil, runner: any TestRunner, coverage: any CoverageReader,
    reports: (any CoverageReportReader)? = nil
  ) {
    self.linter = linter
    self.otherLinters = otherLinters
    self.runner = runner
    self.coverage = coverage
    self.reports = reports
  }

  /// Reviews a pull request. A failed stage is a note in the report, and does not stop the others.
  ///
  /// Findings and patch coverage are those of the head; tests gate on the head and on the merge. The merge is tested
  /// last, because it rewrites files of the workspace.
  ///
  /// - Parameter notes: notes for the report, after those of the request.
  package func review(
    _ job: WorkerCall.Request, notes: [String] = [], progress: @escaping ProgressHandler
  ) async -> ReviewResult {
    var draft = ReportDraft(job, notes: notes)
    let sources = committedSources(job, &draft)
    let style = StyleReview(job: job, linter: linter, otherLinters: otherLinters)
    let packages = JobPackages(job)
    guard job.scope == nil else {
      await apply(style, progress, &draft)
      draft.addUnchecked([ManifestLayout(root: job.workspace.root).layout(of: packages.folders)])
      return ReviewResult(report: draft.report, coverage: nil)
    }
    if !job.lintsBesideBuild { await apply(style, progress, &draft) }
    draft.notes += packages.notes
    let (newTests, order) = testsOfChange(job, &draft)
    var tests = PackageTests(
      job: job, runner: runner, folders: packages.folders, sources: sources, newTests: newTests, order: order,
      earlier: EarlierRuns(job: job).ofBase(packages.folders))
    var head: [TestedWorkspace] = []
    if job.testsHead {
      if job.lintsBesideBuild {
        let held = HeldProgress(progress)
        let running = Task { await style.perform { held($0) } }
        tests.beforeTests = { _ = await running.value }
        head = await tests.run(.head, progress: progress)
        draft.add(await running.value)
        draft.addSuppressions()
        tests.beforeTests = nil
      } else {
        head = await tests.run(.head, progress: progress)
      }
      add(head, of: .head, job, &draft)
      await measure(job, head, rewritten: [], progress, &draft)
    }
    let merge = await testMerge(tests, head, progress, &draft)
    compareTests(job, head, merge, &draft)
    addUnchecked(job, packages.folders, head + merge, &draft)
    let tested = head + merge
    return ReviewResult(
      report: draft.report, coverage: draft.snapshot, tests: draft.tests.isEmpty ? nil : TestResultTable(draft.tests),
      documentObstacle: tested.isEmpty ? "nothing was tested" : tested.lazy.compactMap(\.documentObstacle).first)
  }

  /// The commit of the checkout, as it is before code of the pull request runs.
  private func committedSources(_ job: WorkerCall.Request, _ draft: inout ReportDraft) -> CommittedSources? {
    guard let listing = job.workspace.listing else { return nil }
    do {
      return try CommittedSources(
        job.workspace.root, listing: listing, archive: job.results.appending("committed-files"))
    } catch {
      let reason = "cannot compare the checkout with its commit: \(String(systemError: error))"
      draft.evidence.missingResults.append(.init(.committedFiles, reason))
      return nil
    }
  }

  /// The tests of the change that are repeated, and those that are run first, which are found before code of the pull
  /// request runs.
  private func testsOfChange(_ job: WorkerCall.Request, _ draft: inout ReportDraft) -> (NewTestRuns?, TestOrder?) {
    let count = job.configuration.tests.newRuns
    let processors = job.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let expected = job.expectedTests.flatMap { $0.areLong(processors: processors) ? $0 : nil }
    guard count > 0 || expected != nil else { return (nil, nil) }
    let changed = ChangedTests(root: job.workspace.root, changes: job.workspace.changes)
    if count > 0 { draft.notes += changed.notes }
    let order = expected.map { expected in
      TestOrder(
        changed: changed.tests + changed.unchanged, failedLately: expected.failedLately,
        paths: job.workspace.changes.paths)
    }
    return (count > 0 ? NewTestRuns(count: count, tests: changed.tests) : nil, order)
  }

  private func measure(
    _ job: WorkerCall.Request, _ tested: [TestedWorkspace], rewritten: Set<String>,
    _ progress: @escaping ProgressHandler, _ draft: inout ReportDraft
  ) async {
    let supplied = reports.flatMap { reader in
      job.coverageReports.isEmpty
        ? nil : SuppliedCoverage(reader: reader, reports: job.coverageReports, root: job.workspace.root)
    }
    await CoverageStage(job: job, reader: coverage, supplied: supplied, tested: tested, rewritten: rewritten)
      .run(progress, &draft)
  }

  private func apply(
    _ style: StyleReview, _ progress: @escaping ProgressHandler, _ draft: inout ReportDraft
  ) async {
    draft.add(await style.perform(progress))
    draft.addSuppressions()
  }

  /// Adds the runs of one tree.
  ///
  /// - Parameter rewritten: the files of the checkout that are the merge's.
  private func add(
    _ tested: [TestedWorkspace], of side: CheckoutSide, _ job: WorkerCall.Request, rewritten: Set<String> = [],
    _ draft: inout ReportDraft
  ) {
    draft.evidence.runs += tested.map(\.run)
    draft.stages += tested.flatMap(\.stages)
    // A run that was not judged, such as one that was ended by its timeout, says nothing about single tests.
    for package in tested where [.passed, .testsFailed, .crashed].contains(package.run.outcome) {
      draft.tests += package.cases.map { test in
        TestResultTable.Row(
          TestDigest(test.id, package: package.run.package), test.result, milliseconds: Double(test.milliseconds))
      }
    }
    for note in tested.flatMap(\.notes) where !draft.notes.contains(note) { draft.notes.append(note) }
    // Findings are those of the head; diagnostics of the merge are used only if the head was not built.
    guard side == .head || !job.testsHead else { return }
    let compiler = DiagnosticFindings(
      root: job.workspace.root, changes: job.workspace.changes, warnings: job.configuration.build.warnings,
      excluded: job.configuration.paths.exclude + job.configuration.paths.generated, rewritten: rewritten)
    draft.evidence.findings += compiler.make(tested.flatMap(\.run.diagnostics))
    draft.evidence.findings += compiler.make(tested.flatMap(\.sanitizerReports))
    draft.evidence.findings.sort(by: Finding.isInOrder)
  }

  /// Adds what no part of the review looked at. A package that was not described is taken from its manifest's text.
  private func addUnchecked(
    _ job: WorkerCall.Request, _ folders: [String], _ tested: [TestedWorkspace], _ draft: inout ReportDraft
  ) {
    let described = tested.filter { $0.layout != nil }
    let others = folders.filter { folder in !described.contains { $0.run.package == folder } }
    let text = others.isEmpty ? [] : [ManifestLayout(root: job.workspace.root).layout(of: others)]
    draft.addUnchecked(described.compactMap(\.layout) + text)
    let agreement = SourceAgreement(root: job.workspace.root)
    let problems = described.compactMap { package in
      package.layout.flatMap { agreement.problem(of: $0, in: package.run.package) }
    }
    for problem in Set(problems).sorted() {
      draft.evidence.missingResults.append(.init(.sources, problem))
    }
  }

  private func compareTests(
    _ job: WorkerCall.Request, _ head: [TestedWorkspace], _ merge: [TestedWorkspace], _ draft: inout ReportDraft
  ) {
    let search = RemovedTestsSearch(
      head: head, merge: merge, mergeResult: job.workspace.merge,
      isBaseTheMergeBase: job.workspace.base == job.workspace.mergeBase)
    draft.evidence.removedTests = search.result
    guard job.configuration.tests.removed == .fail else { return }
    if let reason = search.result?.reason {
      draft.evidence.missingResults.append(.init(verdict: .testsFailed, reason: reason))
    }
    // A build that fails is already the reason.
    let isBuilt = !draft.evidence.runs.contains { $0.outcome == .buildFailed }
    if isBuilt || draft.evidence.informational.contains(.build), let reason = search.unknownReason {
      draft.evidence.missingResults.append(.init(.removedTests, reason))
    }
  }

  /// - Returns: the tested packages; empty if the merge was not tested.
  private func testMerge(
    _ tests: PackageTests, _ head: [TestedWorkspace], _ progress: @escaping ProgressHandler, _ draft: inout ReportDraft
  ) async -> [TestedWorkspace] {
    let job = tests.job
    guard job.configuration.checkout.test != .head else { return [] }
    switch job.workspace.merge {
    case .sameAsHead: return []
    case .conflict(let paths):
      draft.evidence.conflicts = paths
      draft.skip("merge", progress, because: "head and base conflict")
      return []
    case .differs(let overlay):
      if draft.evidence.runs.contains(where: { [.buildFailed, .couldNotRun, .timedOut].contains($0.outcome) }) {
        draft.skip("merge", progress, because: "the tests of the head did not complete")
        return []
      }
      let merged = MergedWorkspace(root: job.workspace.root, overlay: overlay)
      let isApplied = await draft.run("merge", progress, describe: { (.done, Self.summary(overlay)) }) {
        // What the setup and the tests of the head left is not part of the merge.
        _ = try tests.sources?.restore(removingOthers: true)
        try tests.sources?.apply(overlay)
        try merged.apply()
      }
      guard isApplied else {
        draft.evidence.missingResults.append(
          .init(.mergedFiles, "cannot test the merge: its files could not be written"))
        return []
      }
      let rewritten = Set(overlay.written)
      var tests = tests
      tests.earlier = EarlierRuns(job: job).of(head, differences: overlay)
      let tested = await tests.run(.merge, progress: progress)
      add(tested, of: .merge, job, rewritten: rewritten, &draft)
      guard !job.testsHead else { return tested }
      await measure(job, tested, rewritten: rewritten, progress, &draft)
      return tested
    }
  }

  private static func summary(_ overlay: MergeOverlay) -> String {
    let count = overlay.written.count + overlay.removed.count
    return count == 1 ? "1 file differs from the head" : "\(count) files differ from the head"
  }
}
