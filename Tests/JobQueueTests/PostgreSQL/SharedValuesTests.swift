// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import PostgresStore
  import ReviewContract
  import ReviewTesting
  import Testing

  /// The values that machines share in addition to the queue.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct SharedValuesTests {
    private static let hour = Duration.seconds(3_600)

    /// Opens one queue on two machines for the duration of a test.
    private func use(
      _ body: (any SharedQueue, any SharedQueue, PostgresDatabase, ManualClock) async throws -> Void
    ) async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let clock = ManualClock()
        let assembly = PostgresQueueAssembly()
        let first = try assembly.queue(database.settings(QueuePolicy(), clock))
        let second = try assembly.queue(database.settings(QueuePolicy(), clock))
        try await body(first, second, database, clock)
        for queue in [first, second] { try await queue.close() }
      }
    }

    private func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
      var random = SeededRandom(seed: seed)
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test func `a value of any size is read by another machine as it was written`() async throws {
      try await use { first, second, _, _ in
        for size in [0, 1, 262_144, 262_145, 1_000_000] {
          let value = bytes(size)
          try await first.set(value, for: SharedValueKey(.report, "\(size)"), lifetime: Self.hour)
          #expect(try await second.values(of: .report, "\(size)") == ["value": value])
        }
        #expect(try await second.values(of: .report, "2") == [:])
      }
    }

    @Test func `a later value replaces an earlier one, whatever their sizes`() async throws {
      try await use { first, second, _, _ in
        for size in [600_000, 10, 300_000] {
          let value = bytes(size)
          try await first.set(value, for: SharedValueKey(.report, "1", name: "a"), lifetime: Self.hour)
          try await second.set([1], for: SharedValueKey(.report, "1", name: "b"), lifetime: Self.hour)
          #expect(try await second.values(of: .report, "1") == ["a": value, "b": [1]])
        }
      }
    }

    @Test func `one of two values that are written at the same time is read completely`() async throws {
      try await use { first, second, _, _ in
        let key = SharedValueKey(.report, "1")
        let values = [bytes(600_000, seed: 1), bytes(500_000, seed: 2)]
        for _ in 0..<5 {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for (queue, value) in zip([first, second], values) {
              group.addTask { try await queue.set(value, for: key, lifetime: Self.hour) }
              group.addTask {
                let read = try await queue.values(of: .report, "1")["value"]
                #expect(read.map { values.contains($0) } ?? true)
              }
            }
            try await group.waitForAll()
          }
          let read = try #require(try await first.values(of: .report, "1")["value"])
          #expect(values.contains(read))
        }
      }
    }

    @Test func `an expired value is not read, and is deleted`() async throws {
      try await use { first, second, database, clock in
        try await first.set([1], for: SharedValueKey(.report, "1"), lifetime: Self.hour)
        clock.advance(by: .seconds(1_800))
        try await first.set([2], for: SharedValueKey(.report, "2"), lifetime: Self.hour)
        clock.advance(by: .seconds(1_801))
        _ = try await first.statistics()
        #expect(try await second.values(of: .report, "1") == [:])
        #expect(try await second.values(of: .report, "2") == ["value": [2]])
        // Shared values do not count as records of the queue.
        #expect(try await second.sweep() == 0)
        let count = "SELECT count(*) FROM reviewbot.shared_value_part"
        #expect(try PostgresServer.shared.query(count, in: database.connection) == "1")
      }
    }

    @Test func `a value that is too large, or whose subject is empty or too long, is rejected`() async throws {
      try await use { first, _, _, _ in
        let large = [UInt8](repeating: 0, count: SharedValueKey.largestValue + 1)
        for (value, subject) in [(large, "1"), ([1], ""), ([1], String(repeating: "x", count: 201))] {
          let refusal = await failure {
            try await first.set(value, for: SharedValueKey(.report, subject), lifetime: Self.hour)
          }
          #expect(refusal?.code == .invalid)
        }
      }
    }

    @Test func `a value with a missing part is reported as damaged`() async throws {
      try await use { first, _, database, _ in
        try await first.set(bytes(300_000), for: SharedValueKey(.report, "1"), lifetime: Self.hour)
        try PostgresServer.shared.query(
          "DELETE FROM reviewbot.shared_value_part WHERE part = 0", in: database.connection)
        #expect(await failure { _ = try await first.values(of: .report, "1") }?.code == .damaged)
      }
    }

    @Test func `a database of schema version 1 gets the tables for shared values`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        try await database.open().close()
        try PostgresServer.shared.query(
          """
          DROP TABLE reviewbot.shared_value_part, reviewbot.shared_value, reviewbot.machine, reviewbot.job_log,
            reviewbot.policy, reviewbot.conversion, reviewbot.routing, reviewbot.pacing,
            reviewbot.operator_command, reviewbot.ignored_finding;
          ALTER TABLE reviewbot.pause DROP COLUMN reason;
          ALTER TABLE reviewbot.schema_version DROP COLUMN oldest;
          ALTER TABLE reviewbot.job DROP COLUMN labels, DROP COLUMN revival;
          UPDATE reviewbot.schema_version SET version = 1
          """,
          in: database.connection)
        let queue = try PostgresQueueAssembly().queue(database.settings())
        try await queue.set([1], for: SharedValueKey(.report, "1"), lifetime: Self.hour)
        #expect(try await queue.values(of: .report, "1") == ["value": [1]])
        try await queue.close()
      }
    }
  }
#endif
