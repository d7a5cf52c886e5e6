// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import JobQueue
import ReviewContract
import ReviewServer

/// The reviews of a pull request, the newest first, and the comment as it was posted.
struct PullRequestPage: Sendable {
  struct Review: Sendable {
    let id: String
    let page: String
    let head: String
    let at: String
    let tone: String
    let result: String
    /// What the push changed.
    let change: String?
    let coverage: String?
    let findings: String?
  }

  let subject: String?
  let forgePage: String?
  let reviews: [Review]
  let commentHTML: HTML
  let hasComment: Bool

  init(
    _ jobs: [ReviewJob], _ summaries: [ReviewJob.ID: ReportLibrary.Summary], comment: String?, forge: String?
  ) {
    subject = jobs.lazy.compactMap { summaries[$0.id]?.title }.first
    forgePage = forge
    reviews = jobs.enumerated().map { index, job in
      let summary = summaries[job.id]
      let before = jobs[(index + 1)...].first { $0.head != job.head && summaries[$0.id] != nil }
      let earlier = before.flatMap { summaries[$0.id] }
      return Review(
        id: "\(job.id)", page: "/r/\(job.id)", head: job.head == .none ? "" : job.head.short,
        at: (job.finishedAt ?? job.startedAt ?? job.queuedAt).text, tone: Self.tone(job, summary),
        result: summary?.text ?? (job.state == .done ? job.verdict ?? "done" : job.state.rawValue),
        change: summary.flatMap { now in earlier.flatMap { Self.change(from: $0.memory, to: now.memory) } },
        coverage: summary?.coverage, findings: summary.map { "\($0.findings)" })
    }
    // The mark and the stored state are lines that forges do not show either.
    let lines = (comment ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("<!-- ") }
    commentHTML = "\(exact: lines.joined(separator: "\n"))"
    hasComment = comment != nil
  }

  private static func tone(_ job: ReviewJob, _ summary: ReportLibrary.Summary?) -> String {
    if let summary { return summary.verdict.isPassing ? "good" : "bad" }
    return switch job.state {
    case .dead: "bad"
    case .running, .queued: "note"
    case .waiting, .superseded, .cancelled: "warn"
    case .done: "none"
    }
  }

  /// The findings that were fixed, and the new ones.
  private static func change(from before: ReviewMemory, to now: ReviewMemory) -> String? {
    guard let old = before.now.digests, let new = now.now.digests else { return nil }
    return "\(old.subtracting(new).count) fixed, \(new.subtracting(old).count) new"
  }
}
