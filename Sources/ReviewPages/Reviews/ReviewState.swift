// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import JobQueue
import Reporting
import ReviewContract
import ReviewServer

/// A job, where it stands, and the stages of its log.
struct ReviewState: Sendable {
  let job: ReviewJob
  let standing: JobStanding
  let now: Timestamp
  let index: LogIndex?
  /// The review of the newest head of the same pull request, if it is another one.
  let successor: ReviewJob?
  let isApproved: Bool
}

/// The part of a review's page that changes, for all readers.
struct LiveReview: Sendable {
  let isFinished: Bool
  let html: HTML
}

extension PageParts {
  /// Returns what an open page shows, rendered once for all its readers; the page that is loaded at the end shows the
  /// report.
  func live(_ id: ReviewJob.ID) async throws -> LiveReview? {
    try await lives.value(for: id) {
      try await state(of: id).map { state in
        let verdict = state.job.verdict.flatMap(Verdict.init).map { ($0.text, $0.isPassing) }
        let view = ReviewStateView(state, verdict: verdict, outages: outages(of: state.job))
        return LiveReview(isFinished: state.job.state.isFinished, html: view.html)
      }
    }
  }

  /// Why builds of this machine, or jobs of the forge, do not start.
  func outages(of job: ReviewJob) -> [String] {
    let forge = job.pullRequest.repository.forge
    let isDown = services.unavailableForges().contains(forge)
    return [
      isDown ? "The forge \(forge) does not answer; the review continues when it does." : nil,
      job.state == .queued ? services.obstacle() : nil,
    ].compactMap(\.self)
  }

  /// Returns the state of a job, at most a second old; `nil` if the job does not exist, or has no page.
  func state(of id: ReviewJob.ID) async throws -> ReviewState? {
    try await states.value(for: id) { [settings, services, logs] in
      let queue = services.queue
      guard let job = try await queue.job(id), job.kind.isBuild else { return nil }
      let reviews = try await queue.jobs(
        JobFilter(kinds: [job.kind], pullRequest: job.pullRequest, limit: job.kind == .review ? 1 : 20))
      let newest = reviews.first { $0.subject == job.subject }
      return ReviewState(
        job: job, standing: try await queue.standing(of: job, workers: settings.workers, policy: settings.policy),
        now: try await queue.now, index: try await logs.index(of: id),
        successor: newest.flatMap { $0.id > id ? $0 : nil },
        isApproved: job.head == .none ? false : try await queue.isApproved(job.head, of: job.pullRequest))
    }
  }
}
