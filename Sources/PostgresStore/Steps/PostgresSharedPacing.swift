// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract

  /// Each function is one statement; the caller waits for the time that it reserved. A statement that is repeated
  /// because its result was lost leaves one time unused.
  extension PostgresQueue: SharedPacing {
    func reserveWrite(
      _ credential: String, _ limits: WriteLimits
    ) async throws(QueueError) -> (pause: Duration, wait: Duration) {
      try QueueError.check(credential, "the name of a credential", Self.longestCredential)
      return try await query { try $0.reserveWrite(credential, limits) }
    }

    func pause(of credential: String) async throws(QueueError) -> Duration {
      try await query { connection in
        let row = try connection.run(
          "SELECT greatest(paused_until - queue_now(), 0) FROM pacing WHERE credential = $1", [SQLValue(credential)]
        ).first
        return .milliseconds(try row?.number(0) ?? 0)
      }
    }

    func pause(_ credential: String, for duration: Duration, slowing: Duration) async throws(QueueError) {
      try QueueError.check(credential, "the name of a credential", Self.longestCredential)
      try await query { connection in
        _ = try connection.run(
          """
          INSERT INTO pacing AS p(credential, next_write, paused_until, slow_until)
          VALUES($1, 0, queue_now() + $2, CASE WHEN $3 > 0 THEN queue_now() + $2 + $3 ELSE 0 END)
          ON CONFLICT(credential) DO UPDATE SET paused_until = greatest(p.paused_until, excluded.paused_until),
            slow_until = greatest(p.slow_until, excluded.slow_until)
          """, [SQLValue(credential), SQLValue(duration.wholeMilliseconds), SQLValue(slowing.wholeMilliseconds)])
      }
    }
  }

  extension PostgresConnection {
    /// The number of writes, of all processes, that are expected to have reserved times in the future.
    private static var reservationLimit: Int64 { 64 }

    /// Reserves a time. The clock is read again once the row is locked, so that a statement that waited for others does
    /// not reserve a time in the past.
    fileprivate func reserveWrite(
      _ credential: String, _ limits: WriteLimits
    ) throws -> (pause: Duration, wait: Duration) {
      let refill = limits.refill.wholeMilliseconds
      let spacing = max(limits.spacing, limits.slowSpacing).wholeMilliseconds
      let longestPause = limits.longestPause.wholeMilliseconds
      let row = try run(
        """
        INSERT INTO pacing AS p(credential, next_write, paused_until, bucket_full, reserved)
        VALUES($1, queue_now() + $2, 0, queue_now() + $5, queue_now())
        ON CONFLICT(credential) DO UPDATE SET (next_write, bucket_full, reserved) = (
          SELECT
            CASE WHEN w.at IS NULL THEN p.next_write WHEN w.at < p.slow_until THEN w.at + $3 ELSE w.at + $2 END,
            CASE WHEN w.at IS NULL THEN p.bucket_full ELSE greatest(w.bucket_full, w.at) + $5 END,
            coalesce(w.at, p.reserved)
          FROM (
            SELECT s.bucket_full,
              CASE WHEN s.earliest <= s.now + $4
                THEN greatest(s.earliest, s.next_write, s.bucket_full - $6) END AS at
            FROM (
              SELECT m.now, m.earliest,
                -- Later than others can have reserved: the clock was set back, or the limits were changed.
                CASE WHEN p.next_write > m.earliest + $7 THEN 0 ELSE p.next_write END AS next_write,
                CASE WHEN p.bucket_full - $6 > m.earliest + $8 THEN 0 ELSE p.bucket_full END AS bucket_full
              FROM (
                SELECT n.now, greatest(n.now, p.paused_until) AS earliest FROM (SELECT queue_now() AS now) n
              ) m
            ) s
          ) w)
        RETURNING greatest(p.paused_until - queue_now(), 0), greatest(p.reserved - queue_now(), 0)
        """,
        [
          SQLValue(credential), SQLValue(limits.spacing.wholeMilliseconds),
          SQLValue(spacing), SQLValue(longestPause), SQLValue(refill),
          SQLValue(refill * Int64(max(limits.burst, 1) - 1)),
          SQLValue(max(longestPause, spacing * Self.reservationLimit)),
          SQLValue(max(longestPause, refill * Self.reservationLimit)),
        ]
      ).first
      guard let row else { preconditionFailure("what is inserted or updated is returned") }
      return (.milliseconds(try row.number(0)), .milliseconds(try row.number(1)))
    }
  }
#endif
