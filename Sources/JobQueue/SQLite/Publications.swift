// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewContract

extension QueueTransaction {
  func record(_ key: PublicationKey, fingerprint: String, _ lease: Lease) throws -> OutboxEntry {
    let stored = try leased(lease)
    if key.channel == .comment, stored.job.cancellation != nil {
      throw QueueError(.cancelled, "job \(stored.job.id) is cancelled and can no longer publish")
    }
    let pullRequest = try touch(key.pullRequest).id
    let known = try publication(key, pullRequest)
    if let known, known.intended == nil, known.remoteID != nil, known.fingerprint == fingerprint {
      return .published(known)
    }
    try run(
      """
      INSERT INTO publication(pull_request, channel, name, scope, head, intended, changed_at) VALUES(?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET head = excluded.head, intended = excluded.intended, changed_at = excluded.changed_at
      """,
      [
        pullRequest, key.channel.rawValue, key.name, key.scope, key.head.hex, fingerprint, now.milliseconds,
      ])
    return .pending(known)
  }

  func confirm(_ key: PublicationKey, remoteID: String, _ lease: Lease) throws {
    _ = try leased(lease)
    let pullRequest = try touch(key.pullRequest).id
    guard try publication(key, pullRequest)?.intended != nil else {
      throw QueueError(.invalid, "the \(key.channel.rawValue) \(key.name) of \(key.pullRequest) was not recorded")
    }
    try run(
      """
      UPDATE publication SET remote_id = ?, fingerprint = intended, intended = NULL, changed_at = ?
      WHERE pull_request = ? AND channel = ? AND name = ? AND scope = ?
      """,
      [remoteID, now.milliseconds, pullRequest, key.channel.rawValue, key.name, key.scope])
  }

  private func publication(_ key: PublicationKey, _ pullRequest: Int64) throws -> PublicationRecord? {
    try row(
      "SELECT * FROM publication WHERE pull_request = ? AND channel = ? AND name = ? AND scope = ?",
      [pullRequest, key.channel.rawValue, key.name, key.scope]
    ).map { try PublicationRecord($0, of: key.pullRequest) }
  }
}

extension PublicationKey {
  fileprivate var scope: String { channel == .comment ? "" : head.hex }
}

extension PublicationRecord {
  init(_ row: Row, of pullRequest: PullRequestReference) throws {
    self.init(
      key: PublicationKey(
        pullRequest: pullRequest, channel: try row.stored("channel"), name: try row.decode(forColumn: "name"),
        head: try row.commit("head")),
      remoteID: try row.decode(forColumn: "remote_id"), fingerprint: try row.decode(forColumn: "fingerprint"),
      intended: try row.decode(forColumn: "intended"), changedAt: try row.time("changed_at"))
  }
}
