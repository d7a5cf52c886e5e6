// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewContract

extension QueueTransaction {
  func resume(_ scope: PauseScope) throws -> Bool { try deletePause(scope) }

  /// Deletes one batch of expired records.
  ///
  /// - Returns: the number of deleted rows; fewer than ``sweepingBatch`` means that none are left.
  func sweep() throws -> Int {
    let retention = policy.retention
    var removed = try delete(
      // Deliveries are in the order of their arrival, so that no index is needed to find the old ones.
      "DELETE FROM delivery WHERE id IN (SELECT id FROM delivery ORDER BY id LIMIT \(Self.sweepingBatch)) AND received_at < ?",
      before: now - retention.deliveries)
    let steps: [(String, String, Timestamp)] = [
      ("job", "finished_at IS NOT NULL AND finished_at < ?", now - retention.finishedJobs),
      ("publication", "channel <> 'comment' AND changed_at < ?", now - retention.publications),
    ]
    for (table, condition, limit) in steps where removed < Self.sweepingBatch {
      removed += try delete(
        "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE \(condition) LIMIT \(Self.sweepingBatch - removed))",
        before: limit)
    }
    if removed < Self.sweepingBatch {
      removed += try delete("DELETE FROM approval WHERE given_at < ?", before: now - retention.approvals)
      removed += try delete("DELETE FROM ignored_finding WHERE ignored_at < ?", before: now - retention.approvals)
      removed += try delete("DELETE FROM operator_command WHERE at < ?", before: now - retention.approvals)
    }
    if removed < Self.sweepingBatch {
      removed += try delete(
        """
        DELETE FROM pull_request WHERE id IN (
          SELECT p.id FROM pull_request p WHERE p.touched_at < ? AND NOT EXISTS (
            SELECT 1 FROM job j WHERE j.pull_request = p.id)
          LIMIT \(Self.sweepingBatch))
        """, before: now - retention.pullRequests)
    }
    return removed
  }

  /// Returns empty pages of the file to the disk: 4 MiB at most.
  func shrink() throws {
    _ = try Row.fetchAll(database, sql: "PRAGMA incremental_vacuum(1024)")
  }

  static let sweepingBatch = 500

  private func delete(_ sql: String, before limit: Timestamp) throws -> Int {
    try database.execute(sql: sql, arguments: [limit.milliseconds])
    return database.changesCount
  }
}
