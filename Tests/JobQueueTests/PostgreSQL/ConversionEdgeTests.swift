// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import GRDB
  import JobQueue
  import PostgresStore
  import ReviewContract
  import ReviewTesting
  import SystemPackage
  import Testing

  /// Conversions of unusual queues, and those that are interrupted or repeated.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct ConversionEdgeTests {
    private static let machine = "11111111-2222-3333-4444-555555555555"

    private let database: PostgresDatabase
    private let clock = ManualClock()

    init() throws { database = try PostgresDatabase() }

    private func open(_ file: FilePath) throws -> any ReviewQueue {
      try JobQueueAssembly().queue(JobQueueSettings(file: file, clock: clock))
    }

    private func target(machine: String = Self.machine) throws -> any SharedQueue {
      try PostgresQueueAssembly().queue(database.settings(QueuePolicy(), clock, machine: machine))
    }

    private func rows(_ table: String) throws -> String {
      try PostgresServer.shared.query("SELECT count(*) FROM reviewbot.\(table)", in: database.connection)
    }

    /// Creates a queue in use: a confirmed comment, a job that waits for an approval, one that was running, one that is
    /// queued, and a paused forge.
    private func fill(_ file: FilePath) async throws {
      let queue = try open(file)
      _ = try await queue.record(delivery("1"), effect: .request(JobRequest(pullRequest(1), head: commit(1))))
      let first = try await queue.claimed()
      let key = PublicationKey(pullRequest: pullRequest(1), channel: .comment, name: "reviewbot", head: commit(1))
      _ = try await queue.record(key, fingerprint: "a", under: first)
      try await queue.confirm(key, remoteID: "77", under: first)
      _ = try await queue.finish(first, .done(head: commit(1), verdict: "passed"))
      clock.advance(by: .seconds(5))
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(2), needsApproval: true))
      _ = try await queue.approve(Approval(pullRequest: pullRequest(9), head: commit(9), approver: "alice"))
      _ = try await queue.request(JobRequest(pullRequest(3), head: commit(3)))
      _ = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(4, in: "acme/größe\"\\"), head: commit(4)))
      try await queue.pause(.forge("elsewhere"), by: "bob")
      try await queue.close()
      // Like the conversion, queues running jobs again.
      try await open(file).close()
    }

    @Test func `an empty queue is converted`() async throws {
      try await withScratchDirectory { folder in
        let file = folder.path.appending("queue.sqlite")
        try await open(file).close()
        let queue = try target()
        let conversion = try await queue.takeOver(QueueExport(file: file), of: Self.machine)
        #expect(conversion.counts.allSatisfy { $0.rows == 0 })
        _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
        _ = try await queue.claimed()
        try await queue.close()
      }
    }

    @Test func `a table with more rows than one statement can insert is copied`() async throws {
      try await withScratchDirectory { folder in
        let file = folder.path.appending("queue.sqlite")
        let old = try open(file)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 1...1_001 {
            group.addTask { _ = try await old.record(delivery("\(number)"), effect: .ignored) }
          }
          try await group.waitForAll()
        }
        try await old.close()
        let queue = try target()
        _ = try await queue.takeOver(QueueExport(file: file), of: Self.machine)
        #expect(try rows("delivery") == "1001")
        #expect(try await queue.delivery("777", from: "github") != nil)
        try await queue.close()
      }
    }

    /// Makes the first insertion of a pause run `body`. Pauses are copied last.
    private func breakPauses(_ body: String) throws {
      try PostgresServer.shared.query(
        """
        CREATE SEQUENCE IF NOT EXISTS reviewbot.attempt;
        CREATE OR REPLACE FUNCTION reviewbot.broken() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN IF nextval('reviewbot.attempt') = 1 THEN \(body); END IF; RETURN NEW; END $$;
        CREATE OR REPLACE TRIGGER broken BEFORE INSERT ON reviewbot.pause FOR EACH ROW EXECUTE FUNCTION reviewbot.broken()
        """, in: database.connection)
    }

    @Test func `a failed conversion leaves no rows, and can be repeated`() async throws {
      try await withScratchDirectory { folder in
        let file = folder.path.appending("queue.sqlite")
        try await fill(file)
        let queue = try target()
        try breakPauses("RAISE 'no'")
        #expect(await failure { _ = try await queue.takeOver(QueueExport(file: file), of: Self.machine) } != nil)
        for table in QueueExport.tables where table.name != "tally" { #expect(try rows(table.name) == "0") }
        #expect(try await !queue.takeOver(QueueExport(file: file), of: Self.machine).isRepeated)
        #expect(try rows("job") == "4")
        try await queue.close()
      }
    }

    @Test func `a conversion whose connection is lost starts again`() async throws {
      try await withScratchDirectory { folder in
        let file = folder.path.appending("queue.sqlite")
        try await fill(file)
        let queue = try target()
        try breakPauses("PERFORM pg_terminate_backend(pg_backend_pid())")
        #expect(try await !queue.takeOver(QueueExport(file: file), of: Self.machine).isRepeated)
        #expect(try rows("job") == "4")
        try await queue.close()
      }
    }

    @Test func `a repeated conversion changes nothing, and rejects a file that was used since`() async throws {
      try await withScratchDirectory { folder in
        let file = folder.path.appending("queue.sqlite")
        try await fill(file)
        let queue = try target()
        let first = try await queue.takeOver(QueueExport(file: file), of: Self.machine)
        let second = try await queue.takeOver(QueueExport(file: file), of: Self.machine)
        #expect(second == QueueConversion(counts: first.counts, isRepeated: true))
        #expect(try rows("job") == "4")
        #expect(
          await failure { _ = try await queue.takeOver(QueueExport(file: file), of: "another") }?.code == .inUse)

        let old = try open(file)
        _ = try await old.request(JobRequest(pullRequest(8), head: commit(8)))
        try await old.close()
        let refusal = await failure { _ = try await queue.takeOver(QueueExport(file: file), of: Self.machine) }
        #expect(refusal?.code == .invalid)
        #expect(try rows("job") == "4")
        try await queue.close()
      }
    }

    @Test func `a conversion to a database that has only a pause is rejected`() async throws {
      try await withScratchDirectory { folder in
        let file = folder.path.appending("queue.sqlite")
        try await fill(file)
        let queue = try target()
        try await queue.pause(.all, by: "carol")
        let refusal = await failure { _ = try await queue.takeOver(QueueExport(file: file), of: Self.machine) }
        #expect(refusal?.code == .inUse)
        #expect(refusal?.message.contains("its table pause is not empty") == true)
        #expect(try rows("job") == "0")
        try await queue.close()
      }
    }

    @Test func `a daemon does not create an empty queue in place of a converted one`() async throws {
      try await withScratchDirectory { folder in
        let file = folder.path.appending("queue.sqlite")
        try folder.write("queue.sqlite.converted", "")
        let refusal = await failure { _ = try open(file) }
        #expect(refusal?.message == "the queue \(file) was converted to PostgreSQL")
        #expect(refusal?.remedy?.contains("key queue") == true)
      }
    }

    /// Fails for a column that was added to the file's tables but not to the export.
    @Test func `every column of the file is exported`() async throws {
      try await withScratchDirectory { folder in
        let file = folder.path.appending("queue.sqlite")
        try await open(file).close()
        let reader = try DatabaseQueue(path: file.string)
        let columns = try await reader.read { database in
          let names = try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
          return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, Set(try database.columns(in: $0).map(\.name))) })
        }
        let exported = QueueExport.tables.map { ($0.name, Set($0.columns)) }
        // The queue's time and last fence are not stored as rows in the database.
        #expect(columns.filter { $0.key != "queue" } == Dictionary(uniqueKeysWithValues: exported))
      }
    }
  }
#endif
