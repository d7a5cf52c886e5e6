// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting

/// Reviews nothing, and returns success or the result of a script. The review of a draft is partial.
struct ScriptedReviewer: CommitReviewer {
  typealias Script = @Sendable (ReviewJob) async throws -> Void

  private let script: Script
  /// The commits that it reviewed, in order.
  let reviewed = Locked<[CommitID]>([])

  private let signal: ChangeSignal

  /// - Parameter signal: notified of each commit to review.
  init(signal: ChangeSignal = ChangeSignal(), _ script: @escaping Script = { _ in }) {
    self.signal = signal
    self.script = script
  }

  func review(_ pullRequest: PullRequest, for job: ReviewJob) async throws -> ReviewProduct {
    try await begin(job)
    return Self.product(job, verdict: pullRequest.isDraft ? ReviewJob.partialVerdict : "passed")
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
