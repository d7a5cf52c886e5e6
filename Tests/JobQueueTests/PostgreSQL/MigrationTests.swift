// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract
  import ReviewTesting
  import Testing

  @testable import PostgresStore

  /// Several versions of the program with one database, as in a rolling upgrade.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct MigrationTests {
    private let known = PostgresSchema.migrations

    /// The next version, which adds a column.
    private var expanded: [PostgresSchema.Migration] {
      known + [.init(script: "ALTER TABLE job ADD COLUMN future text", oldest: known.count)]
    }

    /// The version after it, which removes a column that only this version used.
    private var contracted: [PostgresSchema.Migration] {
      expanded + [.init(script: "ALTER TABLE job DROP COLUMN error", oldest: known.count + 1)]
    }

    /// Migrates like the start of a daemon with these migrations.
    private func migrate(_ database: PostgresDatabase, _ migrations: [PostgresSchema.Migration]) throws {
      try PostgresMigrator(migrations: migrations).migrate(database.settings().connect())
    }

    private func version(_ database: PostgresDatabase) throws -> String {
      try PostgresServer.shared.query("SELECT version, oldest FROM reviewbot.schema_version", in: database.connection)
    }

    @Test func `each schema version supports the program of the previous version`() {
      for (index, migration) in known.enumerated().dropFirst() {
        #expect(migration.oldest <= index, "version \(index + 1)")
      }
    }

    @Test func `a program works and starts with the schema of the next version`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let running = try database.open()
        try migrate(database, expanded)
        #expect(try version(database) == "\(known.count + 1)|\(known.count)")
        _ = try await running.request(JobRequest(pullRequest(), head: commit(1)))
        // The daemon is restarted, and a command is run.
        let started = try database.open()
        #expect(try await started.claimed().job.head == commit(1))
        let command = try PostgresQueueAssembly().visitor(database.settings())
        #expect(try await command.states() == [.running])
        // The version written by the newer program is kept.
        #expect(try version(database) == "\(known.count + 1)|\(known.count)")
        for queue in [running, started, command] { try await queue.close() }
      }
    }

    @Test func `a program that is too old is refused`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        try await database.open().close()
        try migrate(database, contracted)
        let assembly = PostgresQueueAssembly()
        for open in [assembly.queue, assembly.visitor] {
          let refusal = await failure { _ = try open(database.settings()) }
          #expect(refusal?.code == .newerSchema)
          #expect(refusal?.message.contains("its schema is version \(known.count + 2)") == true)
        }
        // The program of the next version is accepted.
        try migrate(database, expanded)
        #expect(try version(database) == "\(known.count + 2)|\(known.count + 1)")
      }
    }

    @Test func `a failed migration leaves the previous schema version`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        try await database.open().close()
        let broken = expanded + [.init(script: "CREATE TABLE half(id int); SELECT nothing", oldest: 1)]
        #expect(throws: PostgresFailure.self) { try migrate(database, broken) }
        #expect(try version(database).hasPrefix("\(known.count)|"))
        let queue = try database.open()
        _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
        try await queue.close()
      }
    }

    @Test func `a database of any earlier schema version is migrated`() async throws {
      try await withScratchDirectory { _ in
        for count in 1..<known.count {
          let database = try PostgresDatabase()
          // The migrations that a program of that version had.
          try PostgresServer.shared.query(
            """
            CREATE SCHEMA reviewbot; SET search_path = reviewbot;
            CREATE TABLE schema_version(id integer PRIMARY KEY CHECK(id = 1), version integer NOT NULL);
            \(known.prefix(count).map(\.script).joined(separator: "\n"))
            INSERT INTO schema_version(id, version) VALUES(1, \(count))
            """, in: database.connection)
          let queue = try database.open()
          _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
          #expect(try version(database).hasPrefix("\(known.count)|"))
          try await queue.close()
        }
      }
    }
  }
#endif
