// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore
import SystemPackage

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

  /// Reviews the head. Every stage that fails leaves a note in the report, and the others go on.
  package func report(_ job: ReviewJob, progress: @escaping ProgressHandler) async -> Report {
    let clock = StageClock(progress: progress)
    var evidence = Evidence()
    var notes = job.workspace.notes + job.notes

    let reviewed = await rules(job, clock)
    evidence.findings = reviewed.findings
    notes += reviewed.notes

    let tested = await runner.test(job.testRequest, progress: progress)
    evidence.runs = [tested.run]

    if let problem = await measure(job, tested, clock, &evidence) { notes.append(problem) }

    let judgement = VerdictJudge.judge(evidence)
    let own = await clock.stages
    let stages = own.filter { $0.name == "rules" } + tested.stages + own.filter { $0.name != "rules" }
    return job.report(evidence: evidence, judgement: judgement, stages: job.stages + stages, notes: notes)
  }

  private func rules(_ job: ReviewJob, _ clock: StageClock) async -> ReviewedFindings {
    let change = ReviewedChange(root: job.workspace.root, changes: job.workspace.changes)
    let reviewer = reviewer
    do {
      return try await clock.run("rules", describe: { Self.describe($0) }) { await reviewer.findings(in: change) }
    } catch {
      return ReviewedFindings(findings: [], notes: ["the rules could not run: \(error)"])
    }
  }

  private static func describe(_ reviewed: ReviewedFindings) -> (Stage.Status, String?) {
    let count = reviewed.findings.count { $0.isInChange }
    return (.done, count == 1 ? "1 finding in the change" : "\(count) findings in the change")
  }

  /// Returns a note when coverage is not to be had.
  private func measure(
    _ job: ReviewJob, _ tested: TestedWorkspace, _ clock: StageClock, _ evidence: inout Evidence
  ) async -> String? {
    guard let layout = tested.layout, tested.run.outcome != .buildFailed, tested.run.outcome != .noTests else {
      return nil
    }
    let measurement = PatchMeasurement(
      changes: job.workspace.changes, layout: layout, policy: job.settings.coverage)
    let paths = measurement.paths
    let passed = tested.run.outcome == .passed
    guard !paths.isEmpty else {
      await clock.skip("coverage", because: "the change adds no Swift code that tests could run")
      evidence.coverage = measurement.measure(CoverageMap(files: [:]), testsPassed: passed)
      return nil
    }
    guard let artifacts = tested.artifacts else {
      await clock.skip("coverage", because: "the tests left no coverage profile")
      return "coverage could not be measured: the tests left no coverage profile"
    }
    let coverage = coverage
    do {
      let map = try await clock.run("coverage") { try await coverage.coverage(from: artifacts, of: paths) }
      evidence.coverage = measurement.measure(map, testsPassed: passed)
      return nil
    } catch {
      return "coverage could not be measured: \(error)"
    }
  }
}
