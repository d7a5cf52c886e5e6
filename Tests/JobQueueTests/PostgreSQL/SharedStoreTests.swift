// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import KeyedStore
  import PostgresStore
  import ReviewTesting
  import Testing

  @testable import JobQueue

  extension SharedStore: ExaminedStore {}

  /// Typed values that machines share beside the queue.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct SharedStoreTests {
    private struct Database: ExamPlace {
      let queues: [any SharedQueue]

      func open(version: Int, seal: String?) -> SharedStore<ExamKey, ExamValue> {
        SharedStore(
          queues.randomElement() ?? queues[0], .report, version: version, lifetime: .seconds(3_600), seal: seal)
      }

      func openBytes() -> SharedStore<ExamKey, [UInt8]> {
        SharedStore(queues[0], .lastReport, version: 1, lifetime: .seconds(3_600))
      }

      func entry(_ key: ExamKey) async throws -> [UInt8] {
        try #require(try await queues[0].values(of: .report, key.group ?? "all")[key.name])
      }

      func replace(_ key: ExamKey, by bytes: [UInt8]) async throws {
        try await queues[0].set(
          bytes, for: SharedValueKey(.report, key.group ?? "all", name: key.name), lifetime: .seconds(3_600))
      }
    }

    @Test func `a store over a database passes the exam`() async throws {
      let database = try PostgresDatabase()
      let clock = ManualClock()
      let queues = try (0..<2).map { _ in
        try PostgresQueueAssembly().queue(database.settings(QueuePolicy(), clock))
      }
      try await StoreExam.pass(Database(queues: queues))
      for queue in queues { try await queue.close() }
    }
  }
#endif
