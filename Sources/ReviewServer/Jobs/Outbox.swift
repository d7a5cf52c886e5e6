// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import Logging
import ReviewContract

/// Publishes under a lease, exactly once: a publication is recorded in the queue before it is written to the forge and
/// confirmed after that, so that a worker that continues after a crash creates nothing twice. The lease is checked
/// right before each request that writes, because time passes since it was recorded: other requests, a wait for the
/// forge's limits, or a suspended machine.
struct Outbox: Sendable {
  let queue: any ReviewQueue
  let client: any RepositoryClient
  let lease: Lease
  let times: DaemonTimes

  /// The prefix of the fingerprint of a status that is not final.
  static let pendingMark = "pending:"

  private struct Part {
    let key: PublicationKey
    let fingerprint: String
    let subjects: Set<String>
  }

  /// Publishes the parts that the forge does not show yet.
  ///
  /// - Throws: ``QueueError``, ``ForgeError``.
  func publish(_ publication: Publication) async throws {
    let parts = parts(of: publication)
    var wanted: [Part] = []
    var wait = Duration.zero
    for part in parts {
      guard
        case .pending(let known) = try await queue.record(part.key, fingerprint: part.fingerprint, under: lease)
      else { continue }
      wanted.append(part)
      // Recorded and not confirmed: it may have been written. The forge's lists can lag some seconds behind.
      if let known, known.intended != nil {
        wait = max(wait, known.changedAt + times.settling - (try await queue.now))
      }
    }
    guard !wanted.isEmpty else { return }
    if wait > .zero { try await Task.sleep(for: wait) }
    let channels = Set(wanted.map(\.key.channel))
    let receipt = try await write(
      publication.with(comment: channels.contains(.comment), verdict: channels.contains(.status)))
    if let refusal = receipt.entries.first(where: { $0.outcome == .refused }) {
      // The operator's problem, not the author's: it is an outage, and the job waits.
      throw ForgeError(
        .forbidden, "cannot write the \(refusal.subject): the token has no permission",
        remedy: "grant it; see reviewbot serve --check --online", underlying: refusal.detail)
    }
    for part in wanted {
      let entry = receipt.entries.first { part.subjects.contains($0.subject) }
      try await queue.confirm(part.key, remoteID: Self.name(entry), under: lease)
    }
  }

  /// - Throws: the error of the lease instead of the client's error that it caused.
  private func write(_ publication: Publication) async throws -> Receipt {
    let check = LeaseCheck(queue: queue, lease: lease)
    let receipt: Receipt
    do {
      receipt = try await client.publish(publication) { try await check.renew() }
    } catch {
      throw check.failure ?? error
    }
    // The client reports no error if a write of a part less important than a comment or a status fails.
    if let failure = check.failure { throw failure }
    return receipt
  }

  private func parts(of publication: Publication) -> [Part] {
    func key(_ channel: PublicationKey.Channel) -> PublicationKey {
      PublicationKey(
        pullRequest: lease.job.pullRequest, channel: channel, name: publication.marker.name, head: publication.commit)
    }
    var parts: [Part] = []
    if let comment = publication.comment {
      let fingerprint = Fingerprint.name(of: "\(publication.commit)\n\(comment)")
      parts.append(Part(key: key(.comment), fingerprint: fingerprint, subjects: ["comment"]))
    }
    if let state = publication.state {
      let digits = Fingerprint.name(of: "\(state.rawValue)\n\(publication.summary)", digits: 40)
      parts.append(
        Part(
          key: key(.status),
          fingerprint: (state == .pending && !publication.awaitsAuthor ? Self.pendingMark : "") + digits,
          subjects: ["status", "check run"]))
    }
    return parts
  }

  /// The forge's id of the comment, status or check run.
  private static func name(_ entry: Receipt.Entry?) -> String {
    guard let detail = entry?.detail, !detail.isEmpty else { return "shown" }
    return String(decoding: detail.utf8.prefix(QueueLimits.remoteID), as: Unicode.ASCII.self)
  }
}

/// The final status of a review without a result, so that no commit stays pending forever.
extension JobExecution {
  enum FinalStatus: Sendable {
    case stopped(ReviewJob.Cancellation)
    case failed(any Error)
  }

  func publishFinalStatus(_ status: FinalStatus) async throws {
    guard job.kind == .review || job.kind == .mergeGroup || job.kind == .announce else { return }
    let client = try self.client()
    switch status {
    case .stopped(let cancellation):
      guard try await showsProgress(client) else { return }
      // A late delivery stopped it; its job reads the head and requests the review again.
      if cancellation == .superseded, try await isCurrent(client) { return }
      try await outbox(client).publish(self.status(.error, DaemonMessages.stopped(cancellation), client))
    case .failed(let error):
      // The review itself publishes the final status of its commit.
      guard job.kind != .announce else { return }
      guard job.kind == .review else {
        return try await outbox(client).publish(
          self.status(.error, RefusalMessages.summary(DaemonMessages.reason(error)), client))
      }
      // The comment of an earlier commit is replaced, so that it is not taken for the result of this one.
      let reason =
        (error as? ReviewRefusal)?.description ?? DaemonMessages.exhausted(error, attempts: job.attempts)
      try await outbox(client).publish(
        RefusalMessages.publication(
          reason, pullRequest: job.pullRequest.number, commit: job.head, marker: client.policy.marker,
          job: "\(job.id)"))
    }
  }

  /// Publishes the final status of a commit that shows a pending status and has no unfinished job.
  func settle(_ client: any RepositoryClient) async throws -> JobEnding {
    let filter = JobFilter(pullRequest: job.pullRequest, limit: JobFilter.largestLimit)
    let jobs = try await queue.jobs(filter).filter {
      ($0.kind == .review || $0.kind == .mergeGroup) && $0.head == job.head
    }
    if jobs.contains(where: { !$0.state.isFinished }) { return .stopped }
    guard try await showsProgress(client) else { return .stopped }
    let last = jobs.first?.state
    if last == .superseded, try await isCurrent(client) {
      let outcome = try await queue.request(JobRequest(job.pullRequest, head: job.head, priority: .reconcile))
      if outcome.kind != .alreadyReviewed { return .superseded }
    }
    let summary =
      switch last {
      case .dead:
        RefusalMessages.summary(DaemonMessages.internalError)
      case .cancelled: DaemonMessages.stopped(jobs.first?.cancellation ?? .requested)
      default: DaemonMessages.stopped(.superseded)
      }
    try await outbox(client).publish(self.status(.error, summary, client))
    return .done(head: job.head, verdict: "settled")
  }
}

extension PublicationRecord {
  /// Whether the forge shows, or may show, a pending status. An unconfirmed record may have replaced that of a pending
  /// status which was not confirmed either.
  var isUnsettled: Bool { intended != nil || fingerprint?.hasPrefix(Outbox.pendingMark) == true }
}
