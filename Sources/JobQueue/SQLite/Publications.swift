// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import GRDB
import ReviewContract

extension QueueTransaction {
  func intend(_ key: PublicationKey, fingerprint: String, _ pullRequest: Int64) throws {
    try run(
      """
      INSERT INTO publication(pull_request, channel, name, scope, head, intended, changed_at) VALUES(?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET head = excluded.head, intended = excluded.intended, changed_at = excluded.changed_at
      """,
      [
        pullRequest, key.channel.rawValue, key.name, key.scope, key.head.hex, fingerprint, now.milliseconds,
      ])
  }

  func confirm(_ key: PublicationKey, remoteID: String, _ pullRequest: Int64) throws {
    try run(
      """
      UPDATE publication SET remote_id = ?, fingerprint = intended, intended = NULL, changed_at = ?
      WHERE pull_request = ? AND channel = ? AND name = ? AND scope = ?
      """,
      [remoteID, now.milliseconds, pullRequest, key.channel.rawValue, key.name, key.scope])
  }

  func publication(_ key: PublicationKey, _ pullRequest: Int64) throws -> PublicationRecord? {
    try row(
      "SELECT * FROM publication WHERE pull_request = ? AND channel = ? AND name = ? AND scope = ?",
      [pullRequest, key.channel.rawValue, key.name, key.scope]
    ).map { try PublicationRecord($0, of: key.pullRequest) }
  }

  func hasPublication(for head: CommitID, of pullRequest: Int64) throws -> Bool {
    try row("SELECT 1 FROM publication WHERE pull_request = ? AND head = ? LIMIT 1", [pullRequest, head.hex]) != nil
  }
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
