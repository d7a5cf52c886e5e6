// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Linting
import ReviewContract
import WorkerProtocol

/// A report under construction.
struct ReportDraft: Sendable {
  private let job: WorkerCall.Request
  var evidence = Evidence.none
  var stages: [Stage]
  var notes: [String]
  /// The coverage of the whole project.
  var snapshot: CoverageSnapshot?
  /// The results of all tests of the runs that were judged.
  var tests: [TestResultTable.Row] = []
  /// The files that a rule did not look at.
  var uncheckedByRules: [UncheckedFile] = []
  /// What the change suppresses.
  var suppressions: [Suppression] = []
  /// The files whose coverage is unknown, because they could not be read.
  var unreadable: [String] = []

  /// - Parameter notes: the worker's notes, after those of the host process.
  init(_ job: WorkerCall.Request, notes: [String] = []) {
    self.job = job
    evidence.informational = job.configuration.informational.parts
    stages = job.stages
    self.notes = job.workspace.notes + job.notes + notes
  }

  var report: Report {
    job.report(evidence: evidence, judgement: VerdictJudge.judge(evidence), stages: stages, notes: notes)
  }

  /// Adds findings for the changed sources that were not checked, and for the files that are omitted from the checkout.
  ///
  /// - Parameter layouts: the packages of the repository.
  mutating func addUnchecked(_ layouts: [PackageLayout]) {
    let (configuration, omitted) = (job.configuration, job.workspace.omitted)
    let unchecked = UncheckedSources(
      changes: job.workspace.changes, layouts: layouts,
      excluded: configuration.paths.exclude + configuration.paths.generated
    ).find(rules: uncheckedByRules, coverage: unreadable)
    evidence.findings += UncheckedFiles.findings(unchecked.sources, configuration.unchecked)
    notes += unchecked.notes
    evidence.findings += Finding.findings(about: omitted, without: unchecked.sources.map(\.path))
    evidence.findings.sort(by: Finding.isInOrder)
    let more = omitted.count - omitted.named.count
    if more > 0 { notes.append("\(more) further files, not named in findings, are not in the checkout") }
  }

  /// Adds what the change suppresses: findings, code that is excluded from the coverage, and entries of the baseline.
  mutating func addSuppressions() {
    let policy = job.configuration.suppressions
    guard policy != .allow else { return }
    suppressions += CoverageExclusions(job.workspace, job.configuration).find()
    do throws(UsageError) {
      suppressions += try AddedBaselineEntries(job.workspace, job.configuration).find()
    } catch {
      let reason = "cannot determine the entries that the change adds to the baseline: \(error)"
      notes.append(reason)
      if policy == .fail { evidence.missingResults.append(.init(.addedBaselineEntries, reason)) }
    }
    evidence.suppressions = ChangeSuppressions(suppressions, policy)
  }

  /// Adds notes about findings. A check that can miss an error is a reason against the change.
  mutating func add(_ notes: [Note], _ result: UndeterminedResult) {
    self.notes += notes.sentences
    evidence.missingResults += notes.failures.sentences.map { .init(result, $0) }
  }

  /// Runs a stage. A failure is recorded as a note.
  ///
  /// - Returns: whether the stage succeeded.
  @discardableResult
  mutating func run<Value: Sendable>(
    _ name: String, _ progress: @escaping ProgressHandler,
    describe: @Sendable (Value) -> (Stage.Status, String?) = { _ in (.done, nil) },
    _ body: @Sendable () async throws -> Value,
    keep: (inout ReportDraft, Value) -> Void = { _, _ in }
  ) async -> Bool {
    let clock = StageClock(progress: progress)
    do {
      let value = try await clock.run(name, describe: describe, body)
      stages += await clock.stages
      keep(&self, value)
      return true
    } catch {
      stages += await clock.stages
      notes.append("\(name) failed: \(String(systemError: error))")
      return false
    }
  }

  mutating func skip(_ name: String, _ progress: ProgressHandler, because reason: String) {
    let stage = Stage(name: name, status: .skipped, milliseconds: 0, detail: reason)
    stages.append(stage)
    progress(.ended(stage))
  }
}

extension WorkerCall.Request {
  /// The title for the report. A plain git repository has no pull request titles, so the head's subject is used.
  private var title: String {
    pullRequest.repository.forge == .local && !workspace.headSubject.isEmpty
      ? workspace.headSubject : pullRequest.title
  }

  fileprivate func report(
    evidence: Evidence, judgement: VerdictJudge.Judgement, stages: [Stage], notes: [String]
  ) -> Report {
    Report(
      tool: tool, repository: pullRequest.repository,
      pullRequest: .init(
        number: pullRequest.number, title: title, author: pullRequest.author, url: pullRequest.url,
        isFromFork: pullRequest.isFromFork, baseBranch: pullRequest.baseBranch),
      head: workspace.head, base: workspace.base, mergeBase: workspace.mergeBase, configurationHash: configuration.hash,
      verdict: judgement.verdict, reasons: judgement.reasons, stages: stages, runs: evidence.runs,
      coverage: evidence.coverage, findings: evidence.findings, notes: notes, change: ChangeSummary(workspace.changes),
      conflicts: evidence.conflicts.isEmpty ? nil : evidence.conflicts,
      missingResults: evidence.missingResults.isEmpty
        ? nil : evidence.missingResults,
      removedTests: evidence.removedTests,
      informational: judgement.informational.isEmpty ? nil : judgement.informational, scope: scope,
      suppressions: evidence.suppressions, selection: configuration.lint.selection)
  }
}
