// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTMLTemplates
import JobQueue
import Reporting
import ReviewContract
import ReviewServer

/// The part of a review's page that changes while it waits and runs.
struct ReviewStateView: Sendable {
  struct Stage: Sendable {
    let name: String
    let tone: String
    let status: String
    let duration: String?
    let log: String
    /// The address of the first line that reports an error.
    let errorLine: String?
  }

  struct Attempt: Sendable {
    let number: Int
    let startedAt: String
    let log: String
    let failure: String?
  }

  /// The stages on a page; of more, the last ones.
  private static let mostStages = 60
  private static let mostAttempts = 20

  let tone: String
  let markHTML: HTML
  let heading: String
  /// Why, or for how long.
  let reason: String?
  let notes: [String]
  let estimate: String?
  let stages: [Stage]
  let hasStages: Bool
  let moreStages: Int?
  let attempts: [Attempt]
  let hasAttempts: Bool
  /// The address of the first line that reports an error.
  let firstError: String?
  let log: String?
  let successor: String?
  /// Whether a report below tells the result.
  let isBrief: Bool

  /// - Parameters:
  ///   - verdict: of the report, for people.
  ///   - outages: why jobs of the forge, or all builds of this machine, do not start.
  init(
    _ state: ReviewState, verdict: (text: String, isPassing: Bool)?, outages: [String],
    isBrief: Bool = false
  ) {
    let job = state.job
    let page = "/r/\(job.id)"
    let condition = ReviewCondition(state, verdict: verdict)
    tone = condition.tone
    markHTML = PageIcons.mark(condition.tone)
    heading = condition.heading
    reason = condition.reason
    let error = job.state == .done ? nil : job.error
    // The message is for operators; the attempts have that for authors.
    let failure = error.map { _ in "The last attempt failed." }
    notes = [failure].compactMap(\.self) + (job.state.isFinished ? [] : outages)
    estimate = StandingText.estimate(state.standing)
    let index = state.index
    let all = index?.lastStages ?? []
    stages = all.suffix(Self.mostStages).map { Stage($0, page: page, isRunning: job.state == .running, now: state.now) }
    hasStages = !all.isEmpty
    moreStages = all.count > Self.mostStages ? all.count - Self.mostStages : nil
    attempts = (index?.attempts ?? []).suffix(Self.mostAttempts).map { attempt in
      Attempt(
        number: attempt.number, startedAt: attempt.startedAt, log: LogAddress(page, line: attempt.firstLine).text,
        failure: attempt.error)
    }
    hasAttempts = attempts.count > 1 || attempts.contains { $0.failure != nil }
    firstError = index?.firstError.map { LogAddress(page, line: $0).text }
    log = index == nil ? nil : "\(page)/log"
    successor = state.successor.map { "/r/\($0.id)" }
    self.isBrief = isBrief
  }

  var html: HTML { PageTemplates.all.html("review-state", self) }
}

extension ReviewStateView.Stage {
  fileprivate init(_ stage: LogIndex.Stage, page: String, isRunning: Bool, now: Timestamp) {
    name = stage.name
    switch stage.status {
    case ReviewContract.Stage.Status.done.rawValue: tone = "good"
    case nil: tone = isRunning ? "note" : "warn"
    case "skipped": tone = "none"
    default: tone = "bad"
    }
    status = stage.status ?? (isRunning ? "running" : "not finished")
    if let milliseconds = stage.milliseconds {
      duration = String(duration: .milliseconds(milliseconds))
    } else if isRunning, let start = Timestamp(iso8601: stage.startedAt) {
      duration = String(duration: .seconds(max(0, (now - start).milliseconds / 1000)))
    } else {
      duration = nil
    }
    log = LogAddress(page, line: stage.firstLine).text
    errorLine = stage.firstError.map { LogAddress(page, line: $0).text }
  }
}

/// The state of a review as a heading and a reason.
struct ReviewCondition: Hashable, Sendable {
  /// `good`, `bad`, `warn`, `note` or `none`.
  let tone: String
  let heading: String
  let reason: String?

  init(_ state: ReviewState, verdict: (text: String, isPassing: Bool)?) {
    let job = state.job
    let standing = StandingText.state(state.standing, of: job)
    switch state.standing.state {
    case .finished: self = Self.finished(job, verdict)
    case .running:
      let stage = state.index?.lastStages.last { $0.status == nil }
      let stop = job.cancellation.map { "stop requested: \($0.rawValue)" }
      self.init("note", "Running", stop ?? stage.map { "in the stage \($0.name)" })
    case .unapproved:
      self.init(
        "warn", "Waiting for approval",
        "The code of \(job.head.short) runs after an account with write permission has approved it.")
    case .paused(let pause):
      self.init("warn", "Paused", DaemonText.paused(pause))
    case .delayed(let time):
      let reason = job.error == nil ? "for further commits" : "for another attempt"
      self.init("note", "Waiting", "\(reason), until \(time.text)")
    case .ready, .unplaced: self.init("note", "Queued", standing)
    }
  }

  private static func finished(_ job: ReviewJob, _ verdict: (text: String, isPassing: Bool)?) -> ReviewCondition {
    switch job.state {
    case .superseded: return ReviewCondition("warn", "Superseded", "by a newer commit")
    case .cancelled: return ReviewCondition("warn", "Cancelled", job.cancellation.map(reason))
    case .dead: return ReviewCondition("bad", "Failed", "The review ended without a result.")
    default:
      if let verdict { return ReviewCondition(verdict.isPassing ? "good" : "bad", verdict.text.capitalizedFirst, nil) }
      let text = job.verdict.flatMap(Verdict.init)?.text ?? job.verdict ?? "finished"
      return ReviewCondition("none", text.capitalizedFirst, "The report is no longer stored.")
    }
  }

  private static func reason(_ cancellation: ReviewJob.Cancellation) -> String {
    switch cancellation {
    case .superseded: "by a newer commit"
    case .closed: "because the pull request was closed"
    case .requested: "by an account with write permission, or the operator"
    }
  }

  private init(_ tone: String, _ heading: String, _ reason: String?) {
    self.tone = tone
    self.heading = heading
    self.reason = reason
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
