// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// What is said of a review that came to no result, so that no commit waits for one for ever.
extension JobStep {
  enum LastWord: Sendable {
    case stopped(ReviewJob.Cancellation)
    case failed(any Error)
  }

  func sayLastWord(_ word: LastWord) async throws {
    guard job.kind == .review || job.kind == .mergeGroup else { return }
    let desk = try self.desk()
    switch word {
    case .stopped(let cancellation):
      guard try await isShown() else { return }
      try await ledger(desk).publish(status(.error, DaemonWords.stopped(cancellation), desk))
    case .failed(let error):
      guard let refusal = error as? ReviewRefusal, job.kind == .review else {
        return try await ledger(desk).publish(status(.error, RefusalMessages.summary("\(error)"), desk))
      }
      try await ledger(desk).publish(
        RefusalMessages.publication(
          refusal.description, pullRequest: job.pullRequest.number, commit: job.head, marker: desk.policy.marker,
          job: "\(job.id)"))
    }
  }

  /// Gives a commit its last word that nobody reviews any more and that still shows a review in progress.
  func settle(_ desk: any ForgeDesk) async throws -> JobEnding {
    let filter = JobFilter(pullRequest: job.pullRequest, limit: JobFilter.largestLimit)
    let jobs = try await queue.jobs(filter).filter {
      ($0.kind == .review || $0.kind == .mergeGroup) && $0.head == job.head
    }
    if jobs.contains(where: { !$0.state.isFinished }) { return .stopped }
    guard try await isShown() else { return .stopped }
    let summary =
      switch jobs.first?.state {
      case .dead:
        "could not be reviewed: \(jobs.first?.error.map { DaemonWords.firstLine($0) } ?? "see the daemon's log")"
      case .cancelled: DaemonWords.stopped(jobs.first?.cancellation ?? .requested)
      default: DaemonWords.stopped(.superseded)
      }
    try await ledger(desk).publish(status(.error, summary, desk))
    return .done(head: job.head, verdict: "settled")
  }

  /// Whether the commit shows a review in progress, or may.
  private func isShown() async throws -> Bool {
    try await queue.publications(of: job.pullRequest).contains { record in
      record.key.channel == .status && record.key.head == job.head && record.isUnsettled
    }
  }
}

extension PublicationRecord {
  /// Whether the forge shows, or may show, that something is in progress. What was announced last may have taken the place
  /// of such an announcement that was never confirmed.
  var isUnsettled: Bool { intended != nil || fingerprint?.hasPrefix(PublicationLedger.pendingMark) == true }
}
