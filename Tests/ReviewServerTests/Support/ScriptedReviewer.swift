// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting

/// Reviews nothing, and returns success or the result of a script, or a report with findings. The review of a draft is
/// partial.
struct ScriptedReviewer: CommitReviewer {
  typealias Script = @Sendable (ReviewJob) async throws -> Void

  private let script: Script
  /// The commits that it reviewed, in order.
  let reviewed = Locked<[CommitID]>([])

  /// The reports that are stored, by their jobs.
  let kept = Locked<[ReviewJob.ID: KeptReport]>([:])

  private let signal: ChangeSignal
  private let findings: [Finding]
  private let events: [ProgressEvent]

  /// - Parameters:
  ///   - signal: notified of each commit to review.
  ///   - events: of each review, before its script.
  init(
    signal: ChangeSignal = ChangeSignal(), findings: [Finding] = [], events: [ProgressEvent] = [],
    _ script: @escaping Script = { _ in }
  ) {
    self.signal = signal
    self.findings = findings
    self.events = events
    self.script = script
  }

  func review(
    _ pullRequest: PullRequest, for job: ReviewJob,
    ignoring ignored: @escaping @Sendable () async throws -> [IgnoreRequest], progress: @escaping ProgressHandler
  ) async throws -> ReviewProduct {
    for event in events { progress(event) }
    try await begin(job)
    guard !findings.isEmpty else {
      return Self.product(job, verdict: pullRequest.isDraft ? ReviewJob.partialVerdict : "passed")
    }
    let report = KeptReport(
      report: report(job, pullRequest), choice: PublishingChoice(), judging: JudgingPolicy(),
      base: pullRequest.baseBranch)
    kept.withLock { $0[job.id] = report }
    return try product(of: report, for: job, ignoring: try await ignored())
  }

  func report(of job: ReviewJob) async -> KeptReport? { kept.withLock { $0[job.id] } }

  /// The comment lists the verdict and the ignored findings.
  func product(of kept: KeptReport, for job: ReviewJob, ignoring ignored: [IgnoreRequest]) throws -> ReviewProduct {
    let report = kept.report.ignoring(ignored, kept.judging)
    let marker = RepositoryPolicy.sample.marker
    let lines = (report.ignored ?? []).map { "\($0.finding.rule) ignored by \($0.account)" }
    return ReviewProduct(
      publication: Publication(
        pullRequest: job.pullRequest.number, commit: report.head, marker: marker,
        comment: ([marker.line, report.verdict.rawValue] + lines).joined(separator: "\n"),
        state: report.verdict.isPassing ? .success : .failure, summary: report.verdict.rawValue),
      verdict: report.verdict.rawValue)
  }

  func explanation(of rule: String, on pullRequest: PullRequest, for job: ReviewJob) async throws -> String {
    "about \(rule)"
  }

  private func report(_ job: ReviewJob, _ pullRequest: PullRequest) -> Report {
    var evidence = Evidence.none
    evidence.findings = findings
    let judgement = VerdictJudge.judge(evidence)
    return Report(
      tool: "test", repository: pullRequest.repository,
      pullRequest: .init(number: pullRequest.number, title: "", author: nil, url: nil, isFromFork: false),
      head: job.head, base: job.head, mergeBase: job.head, configurationHash: "", verdict: judgement.verdict,
      reasons: judgement.reasons, stages: [], runs: [], coverage: nil, findings: findings, notes: [],
      change: ChangeSummary(ChangeSet(files: [])))
  }

  func reviewTip(of branch: String, for job: ReviewJob) async throws -> [WorkerLabel]? {
    try await begin(job)
    return nil
  }

  func reviewMerge(at ref: String, for job: ReviewJob) async throws -> ReviewProduct {
    try await begin(job)
    return Self.product(job)
  }

  private func begin(_ job: ReviewJob) async throws {
    reviewed.withLock { $0.append(job.head) }
    signal.notify()
    try await script(job)
  }

  private static func product(_ job: ReviewJob, verdict: String = "passed") -> ReviewProduct {
    let marker = RepositoryPolicy.sample.marker
    return ReviewProduct(
      publication: Publication(
        pullRequest: job.pullRequest.number, commit: job.head, marker: marker,
        comment: "\(marker.line)\nreviewed \(job.head)", state: .success, summary: "all is well"), verdict: verdict)
  }
}
