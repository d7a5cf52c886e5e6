// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
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
  /// The base branch of the pull request, for publications that do not name one.
  var base: String?
  /// The page of the review, which statuses link to.
  var page: String?

  /// The prefix of the fingerprint of a status that is not final.
  static let pendingMark = "pending:"
  /// The prefix of the fingerprint of a pass that the commit does not show, because another pull request with this head
  /// failed. The number of that pull request and a colon follow.
  static let heldMark = "held:"

  private struct Part {
    let key: PublicationKey
    let fingerprint: String
    let subjects: Set<String>

    /// Whether it is the final status of a pull request.
    var isFinalStatus: Bool {
      key.channel == .status && key.pullRequest.number > 0 && !fingerprint.hasPrefix(Outbox.pendingMark)
    }
  }

  /// Publishes the parts that the forge does not show yet.
  ///
  /// - Throws: ``QueueError``, ``ForgeError``.
  func publish(_ publication: Publication) async throws {
    var publication = publication
    publication.base = publication.base ?? base
    publication.reviewPage = page
    let parts = parts(of: publication)
    var wanted: [Part] = []
    var shown: [Part] = []
    var wait = Duration.zero
    for part in parts {
      guard
        case .pending(let known) = try await queue.record(part.key, fingerprint: part.fingerprint, under: lease)
      else {
        // Another pull request with this head may have replaced the status.
        if part.isFinalStatus { shown.append(part) }
        continue
      }
      wanted.append(part)
      // Recorded and not confirmed: it may have been written. The forge's lists can lag some seconds behind.
      if let known, known.intended != nil {
        wait = max(wait, known.changedAt + times.settling - (try await queue.now))
      }
    }
    guard !wanted.isEmpty || !shown.isEmpty else { return }
    if wait > .zero { try await Task.sleep(for: wait) }
    let channels = Set((wanted + shown).map(\.key.channel))
    let receipt = try await write(
      publication.with(comment: channels.contains(.comment), verdict: channels.contains(.status)))
    try Self.check(receipt)
    for part in wanted {
      let entry = receipt.entries.first { part.subjects.contains($0.subject) }
      try await queue.confirm(part.key, remoteID: Self.name(entry), under: lease)
    }
    if let holder = receipt.holder, let part = parts.first(where: \.isFinalStatus) {
      try await note(part.key, "\(Self.heldMark)\(holder):\(part.fingerprint)")
    }
  }

  /// Publishes a status that the final one soon replaces, and that therefore is not recorded: after a crash, the record of
  /// the first pending status still holds.
  ///
  /// - Parameter willSend: called right before each request that writes, which is sent only if it does not throw.
  /// - Throws: ``QueueError``, ``ForgeError``.
  func write(_ publication: Publication, checking willSend: @escaping @Sendable () throws -> Void) async throws {
    var publication = publication
    publication.base = publication.base ?? base
    publication.reviewPage = page
    try Self.check(
      try await writing { [client, publication] mayWrite throws(ForgeError) in
        try await client.publish(publication) {
          try await mayWrite()
          try willSend()
        }
      })
  }

  /// Publishes the status of the job's commit again if it is outdated.
  func renewStatus() async throws -> StatusRenewal {
    let head = lease.job.head
    let renewal = try await writing { [client] mayWrite throws(ForgeError) in
      try await client.renewStatus(of: head, checking: mayWrite)
    }
    try Self.check(renewal.receipt)
    let key = PublicationKey(
      pullRequest: lease.job.pullRequest, channel: .status, name: client.policy.marker.name, head: head)
    let records = try await queue.publications(of: key.pullRequest)
    if let mark = records.first(where: { $0.key == key })?.fingerprint, mark.hasPrefix(Self.heldMark),
      !renewal.held.contains(key.pullRequest.number)
    {
      // The fingerprint without the mark and the number.
      try await note(key, mark.split(separator: ":").last.map(String.init) ?? mark)
    }
    return renewal
  }

  /// Changes the fingerprint of a status that was written.
  private func note(_ key: PublicationKey, _ fingerprint: String) async throws(QueueError) {
    guard case .pending(let known) = try await queue.record(key, fingerprint: fingerprint, under: lease) else { return }
    try await queue.confirm(key, remoteID: known?.remoteID ?? "shown", under: lease)
  }

  private func write(_ publication: Publication) async throws -> Receipt {
    try await writing { [client] mayWrite throws(ForgeError) in
      try await client.publish(publication, checking: mayWrite)
    }
  }

  /// - Throws: the error of the lease instead of the client's error that it caused.
  private func writing<Value>(
    _ body: (_ mayWrite: @escaping @Sendable () async throws -> Void) async throws(ForgeError) -> Value
  ) async throws -> Value {
    let check = LeaseCheck(queue: queue, lease: lease)
    let value: Value
    do {
      value = try await body { try await check.renew() }
    } catch {
      throw check.failure ?? error
    }
    // The client reports no error if a write of a part less important than a comment or a status fails.
    if let failure = check.failure { throw failure }
    return value
  }

  /// - Throws: ``ForgeError`` for a write that the forge refused.
  private static func check(_ receipt: Receipt) throws(ForgeError) {
    guard let refusal = receipt.entries.first(where: { $0.outcome == .refused }) else { return }
    // The operator's problem, not the author's: it is an outage, and the job waits.
    throw ForgeError(
      .forbidden, "cannot write the \(refusal.subject): the token has no permission",
      remedy: "grant it; see reviewbot serve --check --online", underlying: refusal.detail)
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
      let digits = Fingerprint.name(
        of: "\(state.rawValue)\n\(publication.summary)" + (publication.reviewPage.map { "\n\($0)" } ?? ""), digits: 40)
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
