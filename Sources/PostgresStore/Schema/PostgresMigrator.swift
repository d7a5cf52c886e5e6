// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract

  /// The migration of a database to the schema of this program.
  struct PostgresMigrator {
    var migrations = PostgresSchema.migrations

    /// The oldest supported server version.
    static let oldestServer = 150_000

    /// The advisory lock, any number that no other program in this database uses: `RVBT`.
    private static let lock: Int64 = 0x5256_4254

    /// Runs the missing migrations in one transaction. Of several programs that start at once, one migrates and the
    /// others wait. A newer schema is left as it is, if it supports this program.
    ///
    /// - Throws: ``QueueError/Code/newerSchema``.
    func migrate(_ connection: PostgresConnection) throws {
      try checkServer(connection)
      try connection.run("BEGIN")
      do {
        try connection.run("SELECT pg_advisory_xact_lock($1::bigint)", [SQLValue(Self.lock)])
        try connection.run("CREATE SCHEMA IF NOT EXISTS reviewbot")
        try connection.run(
          "CREATE TABLE IF NOT EXISTS schema_version(id integer PRIMARY KEY CHECK(id = 1), version integer NOT NULL)")
        let version = try version(connection)
        if version < migrations.count {
          for migration in migrations[version...] { try connection.runScript(migration.script) }
          try connection.run(
            """
            INSERT INTO schema_version(id, version, oldest) VALUES(1, $1, $2)
            ON CONFLICT(id) DO UPDATE SET version = excluded.version, oldest = excluded.oldest
            """, [SQLValue(migrations.count), SQLValue(migrations.map(\.oldest).max())])
        }
        try connection.run("COMMIT")
      } catch {
        // The original error is reported, not one of ROLLBACK.
        if connection.isUsable { _ = try? connection.run("ROLLBACK") }
        throw error
      }
    }

    /// - Throws: ``QueueError/Code/newerSchema``; ``QueueError/Code/failed`` for a database without a queue, or with an
    ///   older one.
    func check(_ connection: PostgresConnection) throws {
      try checkServer(connection)
      let exists =
        try connection.run("SELECT to_regclass('reviewbot.schema_version') IS NOT NULL").first?.flag(0) == true
      guard exists, try version(connection) >= migrations.count else {
        throw QueueError(
          .failed, "the database has no queue of this reviewbot's version", remedy: "start `reviewbot serve` once")
      }
    }

    private func version(_ connection: PostgresConnection) throws -> Int {
      let version = Int(try connection.run("SELECT version FROM schema_version").first?.number(0) ?? 0)
      guard version > migrations.count else { return version }
      // The column exists since version 3.
      let oldest = try connection.run("SELECT oldest FROM schema_version").first?.number(0) ?? 0
      guard oldest <= migrations.count else {
        throw QueueError(
          .newerSchema,
          "the queue's database was written by a newer reviewbot: its schema is version \(version), and this one supports \(migrations.count)",
          remedy: "use that reviewbot or a newer one, or name another database")
      }
      return version
    }

    private func checkServer(_ connection: PostgresConnection) throws(QueueError) {
      guard connection.serverVersion >= Self.oldestServer else {
        throw QueueError(
          .unsuitablePlace, "the queue's database is PostgreSQL \(connection.serverVersion / 10_000)",
          remedy: "use PostgreSQL 15 or later")
      }
    }
  }
#endif
