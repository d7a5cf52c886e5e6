// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract

  /// Each function is one statement; the caller waits for the time that it reserved. A statement that is repeated
  /// because its result was lost leaves one time unused.
  extension PostgresQueue: SharedPacing {
    func reserveWrite(
      _ credential: String, spacing: Duration, longestPause: Duration
    ) async throws(QueueError) -> (pause: Duration, wait: Duration) {
      try QueueError.check(credential, "the name of a credential", Self.longestCredential)
      return try await read { try $0.reserveWrite(credential, spacing, longestPause) }
    }

    func pause(of credential: String) async throws(QueueError) -> Duration {
      try await read { connection in
        let row = try connection.run(
          "SELECT greatest(paused_until - queue_now(), 0) FROM pacing WHERE credential = $1", [SQLValue(credential)]
        ).first
        return .milliseconds(try row?.number(0) ?? 0)
      }
    }

    func pause(_ credential: String, for duration: Duration) async throws(QueueError) {
      try QueueError.check(credential, "the name of a credential", Self.longestCredential)
      try await read { connection in
        _ = try connection.run(
          """
          INSERT INTO pacing AS p VALUES($1, 0, queue_now() + $2)
          ON CONFLICT(credential) DO UPDATE SET paused_until = greatest(p.paused_until, excluded.paused_until)
          """, [SQLValue(credential), SQLValue(duration.wholeMilliseconds)])
      }
    }
  }

  extension PostgresConnection {
    /// Reserves a time. The clock is read again once the row is locked, so that a statement that waited for others does
    /// not reserve a time in the past.
    fileprivate func reserveWrite(
      _ credential: String, _ spacing: Duration, _ longestPause: Duration
    ) throws -> (pause: Duration, wait: Duration) {
      let row = try run(
        """
        INSERT INTO pacing AS p VALUES($1, queue_now() + $2, 0)
        ON CONFLICT(credential) DO UPDATE SET next_write = CASE
          WHEN p.paused_until > queue_now() + $3 THEN p.next_write
          -- Later than others can have reserved: the clock was set back.
          WHEN p.next_write > greatest(queue_now(), p.paused_until) + $3
            THEN greatest(queue_now(), p.paused_until) + $2
          ELSE greatest(queue_now(), p.paused_until, p.next_write) + $2 END
        RETURNING greatest(p.paused_until - queue_now(), 0), greatest(p.next_write - $2 - queue_now(), 0)
        """,
        [
          SQLValue(credential), SQLValue(spacing.wholeMilliseconds), SQLValue(longestPause.wholeMilliseconds),
        ]
      ).first
      guard let row else { preconditionFailure("what is inserted or updated is returned") }
      return (.milliseconds(try row.number(0)), .milliseconds(try row.number(1)))
    }
  }
#endif
