// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewContract
  import ReviewTesting
  import Testing

  /// The election of a queue's keeper among several processes.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct KeeperLockTests {
    @Test func `one process is the keeper, and another one after it closes its queue`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let (first, second) = (try database.open(), try database.open())
        let term = try #require(try await first.becomeKeeper())
        #expect(try await second.becomeKeeper() == nil)
        #expect(try await first.becomeKeeper() == term)
        // Another database has its own keeper.
        let other = try PostgresDatabase().open()
        #expect(try await other.becomeKeeper() != nil)
        try await first.close()
        try await become(second)
        #expect(await failure { _ = try await first.becomeKeeper() }?.code == .closed)
        for queue in [second, other] { try await queue.close() }
      }
    }

    @Test func `one of several concurrent candidates becomes the keeper`() async throws {
      try await PostgresDatabase.use(openers: 4) { queues, _ in
        let count = try await withThrowingTaskGroup(of: Bool.self) { group in
          for queue in queues { group.addTask { try await queue.becomeKeeper() != nil } }
          return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
      }
    }

    @Test func `a keeper that loses its connection is elected again, unless another was faster`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let (first, second) = (try database.open(), try database.open())
        let term = try #require(try await first.becomeKeeper())
        try end(database)
        #expect(try await become(first) != term)
        try end(database)
        try await become(second)
        #expect(try await first.becomeKeeper() == nil)
        for queue in [first, second] { try await queue.close() }
      }
    }

    /// Retries until the queue is the keeper, because a terminated connection holds its locks until its server process
    /// has exited.
    @discardableResult
    private func become(_ queue: any ReviewQueue) async throws -> KeeperTerm {
      while true {
        if let term = try await queue.becomeKeeper() { return term }
        await Task.yield()
      }
    }

    /// Terminates all connections to a database.
    private func end(_ database: PostgresDatabase) throws {
      try PostgresServer.shared.query(
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """, in: database.connection)
    }
  }
#endif
