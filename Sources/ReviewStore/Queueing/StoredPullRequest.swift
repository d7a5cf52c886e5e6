// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewCore

/// A pull request with the keys of its rows.
struct StoredPullRequest {
  let id: Int64
  let repository: Int64
  let forgeUpdatedAt: Timestamp?
  let reviewedHead: CommitID?
  let reviewedBase: CommitID?
  let cancellations: Int

  init(_ row: Row) throws {
    id = try row.decode(forColumn: "id")
    repository = try row.decode(forColumn: "repository")
    forgeUpdatedAt = try row.optionalTime("forge_updated_at")
    reviewedHead = try row.optionalCommit("reviewed_head")
    reviewedBase = try row.optionalCommit("reviewed_base")
    cancellations = try row.decode(forColumn: "cancellations")
  }

  /// Whether the forge reported a later state of the pull request before.
  func isNewer(than time: Timestamp?) -> Bool {
    guard let time, let forgeUpdatedAt else { return false }
    return time < forgeUpdatedAt
  }
}

extension QueueTransaction {
  /// Finds the pull request, or begins to know it, and notes that something was done for it.
  func touch(_ reference: PullRequestReference) throws -> StoredPullRequest {
    let repository = try id(of: reference.repository)
    // Most are known, and many messages come at once: what would only note that again is not written.
    if let known = try row(Self.untouched, [repository, reference.number, (now - Self.freshness).milliseconds]) {
      return try StoredPullRequest(known)
    }
    let row = try row(
      """
      INSERT INTO pull_request(repository, number, touched_at) VALUES(?, ?, ?)
      ON CONFLICT DO UPDATE SET touched_at = excluded.touched_at RETURNING *
      """, [repository, reference.number, now.milliseconds])
    guard let row else { throw DatabaseError(message: "a pull request was not written") }
    return try StoredPullRequest(row)
  }

  /// A pull request that something was done for so short ago is as good as touched; it is remembered for days.
  static let freshness = Duration.seconds(60)
  static let untouched = "SELECT * FROM pull_request WHERE repository = ? AND number = ? AND touched_at > ?"

  func note(_ forgeUpdatedAt: Timestamp?, for pullRequest: StoredPullRequest) throws {
    guard let forgeUpdatedAt, forgeUpdatedAt != pullRequest.forgeUpdatedAt else { return }
    try run(
      "UPDATE pull_request SET forge_updated_at = ? WHERE id = ?", [forgeUpdatedAt.milliseconds, pullRequest.id])
  }

  func isApproved(_ head: CommitID, of pullRequest: Int64) throws -> Bool {
    try row("SELECT 1 FROM approval WHERE pull_request = ? AND head = ?", [pullRequest, head.hex]) != nil
  }

  private func id(of repository: RepositoryReference) throws -> Int64 {
    let known = try number(
      "SELECT id FROM repository WHERE forge = ? AND name = ?", [repository.forge, repository.name])
    if let known { return known }
    try run("INSERT INTO repository(forge, name) VALUES(?, ?)", [repository.forge, repository.name])
    return database.lastInsertedRowID
  }
}
