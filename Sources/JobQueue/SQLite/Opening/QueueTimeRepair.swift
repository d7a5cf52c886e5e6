// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewContract

/// Brings the queue's time back to the machine's, when the clock was ahead in an earlier life.
///
/// The queue's time does not go back. Without this, it would stay ahead for as long as the clock was: jobs would look old
/// and expire early.
struct QueueTimeRepair {
  /// A correction of the clock up to this is waited out.
  static let tolerance = Duration.seconds(600)

  private let now: Timestamp
  private let ageing: Duration

  init(_ clock: any QueueClock, _ policy: QueuePolicy) {
    now = clock.now
    ageing = policy.ageing
  }

  /// - Returns: the time that the queue goes on from.
  func latest(in database: DatabaseQueue) throws -> Timestamp {
    try database.inDatabase { database in
      let latest = Timestamp(milliseconds: try Int64.fetchOne(database, sql: "SELECT latest FROM queue") ?? 0)
      guard latest > now + Self.tolerance else { return latest }
      try database.inTransaction(.immediate) {
        for (statement, arguments) in repairs(latest) { try database.execute(sql: statement, arguments: arguments) }
        return .commit
      }
      return now
    }
  }

  /// Open jobs are queued no later than now, and those that are delayed wait for what is left of their delay. Records
  /// of the past keep their times.
  private func repairs(_ latest: Timestamp) -> [(String, StatementArguments)] {
    let (now, latest) = (now.milliseconds, latest.milliseconds)
    return [
      (
        """
        UPDATE job SET not_before = CASE WHEN not_before > :now THEN :now + max(0, not_before - :latest) ELSE not_before END,
          queued_at = min(queued_at, :now), rank = min(queued_at, :now) + priority * :ageing
        WHERE state IN ('waiting', 'queued', 'running')
        """, ["now": now, "latest": latest, "ageing": ageing.wholeMilliseconds]
      ),
      ("UPDATE pull_request SET touched_at = :now WHERE touched_at > :now", ["now": now]),
      ("UPDATE publication SET changed_at = :now WHERE changed_at > :now", ["now": now]),
      ("UPDATE queue SET latest = :now", ["now": now]),
    ]
  }
}
