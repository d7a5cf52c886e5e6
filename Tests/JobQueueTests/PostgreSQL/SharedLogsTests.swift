// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import PostgresStore
  import ReviewContract
  import ReviewTesting
  import Testing

  /// Logs of jobs that every machine can read.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct SharedLogsTests {
    private static let hour = Duration.seconds(3_600)
    private let job = ReviewJob.ID(1)

    private func use(
      _ body: (any SharedQueue, any SharedQueue, ManualClock) async throws -> Void
    ) async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let clock = ManualClock()
        let assembly = PostgresQueueAssembly()
        let queue = try assembly.queue(database.settings(QueuePolicy(), clock))
        let command = try assembly.visitor(database.settings(QueuePolicy(), clock))
        try await body(queue, command, clock)
        for queue in [queue, command] { try await queue.close() }
      }
    }

    /// Returns the whole log, read page by page.
    private func text(_ logs: any SharedLogs, after part: SharedLogPart? = nil) async throws -> String {
      var (text, last) = ("", part)
      while case let parts = try await logs.log(of: job, after: last), !parts.isEmpty {
        text += parts.map(\.text).joined()
        last = parts.last
      }
      return text
    }

    @Test func `another machine reads a log's parts in order, from the start or after a given part`() async throws {
      try await use { queue, command, _ in
        for number in 1...40 { try await queue.append("line \(number) é\n", toLogOf: job, lifetime: Self.hour) }
        try await queue.append("another job", toLogOf: ReviewJob.ID(2), lifetime: Self.hour)
        #expect(try await text(command) == (1...40).map { "line \($0) é\n" }.joined())
        let first = try #require(try await command.log(of: job, after: nil).first)
        #expect(try await text(command, after: first) == (2...40).map { "line \($0) é\n" }.joined())
      }
    }

    @Test func `an expired part of a log is not read after a sweep`() async throws {
      try await use { queue, command, clock in
        try await queue.append("old", toLogOf: job, lifetime: Self.hour)
        clock.advance(by: .seconds(1_800))
        try await queue.append("new", toLogOf: job, lifetime: Self.hour)
        clock.advance(by: .seconds(1_801))
        _ = try await queue.sweep()
        #expect(try await text(command) == "new")
      }
    }

    @Test func `an empty or too long text, or one with a null character, is rejected`() async throws {
      try await use { queue, _, _ in
        for text in ["", String(repeating: "x", count: SharedLogPart.largest + 1), "a\0b"] {
          #expect(
            await failure { try await queue.append(text, toLogOf: job, lifetime: Self.hour) }?.code == .invalid)
        }
      }
    }
  }
#endif
