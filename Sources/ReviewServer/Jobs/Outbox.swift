// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import Logging
import ReviewContract

/// Publishes under a lease, and remembers it, so that whoever goes on after a crash makes nothing twice.
struct Outbox: Sendable {
  let queue: any ReviewQueue
  let client: any RepositoryClient
  let lease: Lease
  let times: DaemonTimes

  /// Before the fingerprint of a status that is not the last word.
  static let pendingMark = "pending:"

  private struct Part {
    let key: PublicationKey
    let fingerprint: String
    let subjects: Set<String>
  }

  /// Makes the forge show the publication, unless it is known to show it.
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
      // It was about to be made, and nobody knows whether it was. The forge's lists can be some seconds behind.
      if let known, known.intended != nil { wait = max(wait, known.changedAt + times.settling - queue.now) }
    }
    guard !wanted.isEmpty else { return }
    if wait > .zero { try await Task.sleep(for: wait) }
    let channels = Set(wanted.map(\.key.channel))
    let receipt = try await client.publish(
      publication.with(comment: channels.contains(.comment), verdict: channels.contains(.status)))
    if let refusal = receipt.entries.first(where: { $0.outcome == .refused }) {
      throw ReviewRefusal("the token may not write the \(refusal.subject): \(refusal.detail)")
    }
    for part in wanted {
      let entry = receipt.entries.first { part.subjects.contains($0.subject) }
      try await queue.confirm(part.key, remoteID: Self.name(entry), under: lease)
    }
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
          key: key(.status), fingerprint: (state == .pending ? Self.pendingMark : "") + digits,
          subjects: ["status", "check run"]))
    }
    return parts
  }

  /// How the forge calls what was written.
  private static func name(_ entry: Receipt.Entry?) -> String {
    guard let detail = entry?.detail, !detail.isEmpty else { return "shown" }
    return String(decoding: detail.utf8.prefix(QueueLimits.remoteID), as: Unicode.ASCII.self)
  }
}

extension Publication {
  /// Only some of it; at least one part must be wanted that there is.
  func with(comment: Bool, verdict: Bool) -> Publication {
    Publication(
      pullRequest: pullRequest, commit: commit, marker: marker, comment: comment ? self.comment : nil,
      state: verdict ? state : nil, summary: summary, annotations: verdict ? annotations : [])
  }
}

/// What is said of a review that came to no result, so that no commit waits for one for ever.
extension JobExecution {
  enum FinalStatus: Sendable {
    case stopped(ReviewJob.Cancellation)
    case failed(any Error)
  }

  func publishFinalStatus(_ word: FinalStatus) async throws {
    guard job.kind == .review || job.kind == .mergeGroup else { return }
    let client = try self.client()
    switch word {
    case .stopped(let cancellation):
      guard try await isShown() else { return }
      try await outbox(client).publish(status(.error, DaemonMessages.stopped(cancellation), client))
    case .failed(let error):
      guard let refusal = error as? ReviewRefusal, job.kind == .review else {
        return try await outbox(client).publish(status(.error, RefusalMessages.summary("\(error)"), client))
      }
      try await outbox(client).publish(
        RefusalMessages.publication(
          refusal.description, pullRequest: job.pullRequest.number, commit: job.head, marker: client.policy.marker,
          job: "\(job.id)"))
    }
  }

  /// Gives a commit its last word that nobody reviews any more and that still shows a review in progress.
  func settle(_ client: any RepositoryClient) async throws -> JobEnding {
    let filter = JobFilter(pullRequest: job.pullRequest, limit: JobFilter.largestLimit)
    let jobs = try await queue.jobs(filter).filter {
      ($0.kind == .review || $0.kind == .mergeGroup) && $0.head == job.head
    }
    if jobs.contains(where: { !$0.state.isFinished }) { return .stopped }
    guard try await isShown() else { return .stopped }
    let summary =
      switch jobs.first?.state {
      case .dead:
        "could not be reviewed: \(jobs.first?.error.map { DaemonMessages.firstLine($0) } ?? "see the daemon's log")"
      case .cancelled: DaemonMessages.stopped(jobs.first?.cancellation ?? .requested)
      default: DaemonMessages.stopped(.superseded)
      }
    try await outbox(client).publish(status(.error, summary, client))
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
  /// Whether the forge shows, or may show, that something is in progress. An unconfirmed record may have replaced a pending
  /// status that was never confirmed either.
  var isUnsettled: Bool { intended != nil || fingerprint?.hasPrefix(Outbox.pendingMark) == true }
}
