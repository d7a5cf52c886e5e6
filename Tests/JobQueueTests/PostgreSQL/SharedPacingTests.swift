// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import JobQueue
  import PostgresStore
  import ReviewContract
  import ReviewTesting
  import Testing

  /// The pacing of requests of several machines with one credential.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct SharedPacingTests {
    private static let spacing = Duration.seconds(1)
    private static let spaced = WriteLimits(
      spacing: spacing, slowSpacing: .seconds(1), burst: 1, refill: .zero, longestPause: .seconds(300))
    private static let bucket = WriteLimits(
      spacing: .zero, slowSpacing: .seconds(1), burst: 30, refill: .milliseconds(50), longestPause: .seconds(300))

    /// Opens one queue on two machines for the duration of a test.
    private func use(
      _ body: ([any SharedQueue], PostgresDatabase, ManualClock) async throws -> Void
    ) async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let clock = ManualClock()
        let queues = try (0..<2).map { _ in try PostgresQueueAssembly().queue(database.settings(QueuePolicy(), clock)) }
        try await body(queues, database, clock)
        for queue in queues { try await queue.close() }
      }
    }

    private func reserve(
      _ queue: any SharedPacing, _ credential: String = "ours", _ limits: WriteLimits = spaced
    ) async throws -> (pause: Duration, wait: Duration) {
      try await queue.reserveWrite(credential, limits)
    }

    @Test func `concurrently reserved writes are one spacing apart, without gaps`() async throws {
      try await use { queues, _, _ in
        let waits = try await withThrowingTaskGroup(of: [Duration].self) { group in
          for task in 0..<6 {
            group.addTask {
              var waits: [Duration] = []
              for _ in 0..<10 { waits.append(try await reserve(queues[task % 2]).wait) }
              return waits
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(waits.sorted() == (0..<60).map { Self.spacing * $0 })
      }
    }

    @Test(arguments: 1...5)
    func `writes are at least one spacing apart, in any order and at any time of reservation`(seed: UInt64) async throws
    {
      try await use { queues, _, clock in
        var random = SeededRandom(seed: seed)
        var times: [Timestamp] = []
        for _ in 0..<60 {
          let reserved = try await reserve(queues[Int.random(in: 0...1, using: &random)])
          times.append(clock.now + reserved.wait)
          clock.advance(by: .milliseconds(Int.random(in: 0...2_000, using: &random)))
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= Self.spacing })
      }
    }

    @Test func `a pause by one process applies to the other, and writes are reserved after it`() async throws {
      try await use { queues, _, clock in
        #expect(try await queues[1].pause(of: "ours") == .zero)
        try await queues[0].pause("ours", for: .seconds(45), slowing: .zero)
        // A shorter pause does not end it.
        try await queues[0].pause("ours", for: .seconds(2), slowing: .zero)
        #expect(try await queues[1].pause(of: "ours") == .seconds(45))
        clock.advance(by: .seconds(5))
        #expect(try await reserve(queues[1]) == (.seconds(40), .seconds(40)))
        #expect(try await reserve(queues[0]) == (.seconds(40), .seconds(41)))
        clock.advance(by: .seconds(60))
        #expect(try await queues[0].pause(of: "ours") == .zero)
        #expect(try await reserve(queues[0]) == (.zero, .zero))
      }
    }

    @Test func `no write is reserved during a pause that exceeds the limit`() async throws {
      try await use { queues, _, clock in
        try await queues[0].pause("ours", for: .seconds(3_600), slowing: .zero)
        for queue in queues { #expect(try await reserve(queue).pause == .seconds(3_600)) }
        clock.advance(by: .seconds(3_600))
        #expect(try await reserve(queues[1]) == (.zero, .zero))
        #expect(try await reserve(queues[0]) == (.zero, .seconds(1)))
      }
    }

    @Test func `credentials do not wait for each other, and a too long name is rejected`() async throws {
      try await use { queues, _, _ in
        try await queues[0].pause("ours", for: .seconds(45), slowing: .zero)
        #expect(try await reserve(queues[1], "theirs") == (.zero, .zero))
        let name = String(repeating: "x", count: 65)
        #expect(await failure { _ = try await reserve(queues[0], name) }?.code == .invalid)
        #expect(await failure { try await queues[0].pause(name, for: .seconds(1), slowing: .zero) }?.code == .invalid)
      }
    }

    @Test func `writes do not wait for the earlier time when the database's clock is set back`() async throws {
      try await use { queues, database, _ in
        #expect(try await reserve(queues[0]).wait == .zero)
        // An hour more in the row has the same effect as an hour less on the clock.
        try PostgresServer.shared.query(
          "UPDATE reviewbot.pacing SET next_write = next_write + 3600000", in: database.connection)
        #expect(try await reserve(queues[1]).wait == .zero)
        #expect(try await reserve(queues[0]).wait == Self.spacing)
      }
    }

    @Test func `all processes together empty one bucket, which is refilled`() async throws {
      try await use { queues, _, clock in
        let waits = try await withThrowingTaskGroup(of: [Duration].self) { group in
          for task in 0..<6 {
            group.addTask {
              var waits: [Duration] = []
              for _ in 0..<10 { waits.append(try await reserve(queues[task % 2], "ours", Self.bucket).wait) }
              return waits
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(waits.sorted() == Array(repeating: .zero, count: 30) + (1...30).map { .milliseconds(50) * $0 })
        // After 1.5 s for what was reserved and 0.5 s more, it contains ten writes.
        clock.advance(by: .seconds(2))
        var later: [Duration] = []
        for number in 0..<12 { later.append(try await reserve(queues[number % 2], "ours", Self.bucket).wait) }
        #expect(later == Array(repeating: .zero, count: 10) + [.milliseconds(50), .milliseconds(100)])
      }
    }

    @Test func `the bucket has its contents after a restart`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let clock = ManualClock()
        var waits: [Duration] = []
        for _ in 0..<2 {
          let queue = try PostgresQueueAssembly().queue(database.settings(QueuePolicy(), clock))
          for _ in 0..<20 { waits.append(try await reserve(queue, "ours", Self.bucket).wait) }
          try await queue.close()
        }
        #expect(waits == Array(repeating: .zero, count: 30) + (1...10).map { .milliseconds(50) * $0 })
      }
    }

    @Test func `writes are slowed after the pause of a refusal, for all processes and for a limited time`() async throws
    {
      try await use { queues, _, clock in
        try await queues[0].pause("ours", for: .seconds(60), slowing: .seconds(600))
        // A later pause that slows nothing ends nothing.
        try await queues[1].pause("ours", for: .seconds(5), slowing: .zero)
        var waits: [Duration] = []
        for number in 0..<3 { waits.append(try await reserve(queues[number % 2], "ours", Self.bucket).wait) }
        #expect(waits == [.seconds(60), .seconds(61), .seconds(62)])
        clock.advance(by: .seconds(660))
        for number in 0..<3 { #expect(try await reserve(queues[number % 2], "ours", Self.bucket).wait == .zero) }
      }
    }

    @Test func `a slow rate reserves times after more than the longest pause`() async throws {
      try await use { queues, _, _ in
        var limits = Self.bucket
        (limits.burst, limits.refill) = (1, .seconds(60))
        var waits: [Duration] = []
        for number in 0..<20 { waits.append(try await reserve(queues[number % 2], "ours", limits).wait) }
        #expect(waits == (0..<20).map { .seconds(60) * $0 })
      }
    }

    @Test func `a bucket does not wait for the earlier time when the database's clock is set back`() async throws {
      try await use { queues, database, _ in
        #expect(try await reserve(queues[0], "ours", Self.bucket).wait == .zero)
        try PostgresServer.shared.query(
          "UPDATE reviewbot.pacing SET bucket_full = bucket_full + 3600000", in: database.connection)
        for _ in 0..<30 { #expect(try await reserve(queues[1], "ours", Self.bucket).wait == .zero) }
        #expect(try await reserve(queues[0], "ours", Self.bucket).wait == .milliseconds(50))
      }
    }

    @Test func `a credential that has not been used for a day is deleted`() async throws {
      try await use { queues, database, clock in
        for credential in ["ours", "theirs"] { _ = try await reserve(queues[0], credential) }
        clock.advance(by: .seconds(86_000))
        _ = try await reserve(queues[1])
        clock.advance(by: .seconds(1_000))
        #expect(try await queues[0].sweep() == 0)
        let names = try PostgresServer.shared.query("SELECT credential FROM reviewbot.pacing", in: database.connection)
        #expect(names == "ours")
      }
    }
  }
#endif
