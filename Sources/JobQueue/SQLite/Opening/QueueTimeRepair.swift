// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewContract

/// A repair that resets the queue's time to the machine's, if the clock was ahead in an earlier process.
///
/// The queue's time does not go back. Without a repair it would stay ahead by the clock's error, and jobs would look
/// old and expire early.
struct QueueTimeRepair {
  /// A correction of the clock up to this is not repaired.
  static let tolerance = Duration.seconds(600)

  private let now: Timestamp
  private let ageing: Duration

  init(_ clock: any QueueClock, _ policy: QueuePolicy) {
    now = clock.now
    ageing = policy.ageing
  }

  /// - Returns: the time from which the queue continues.
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

  /// Returns the statements of the repair. Open jobs are queued no later than now, and delayed ones wait for the rest
  /// of their delay. Finished records keep their times.
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
