// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import JobQueue
  import ReviewContract
  import ReviewTesting
  import Testing

  @testable import PostgresStore

  /// The policy in the queue's database, which applies to all processes of the queue.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct SharedPolicyTests {
    private func policy(running: Int) -> QueuePolicy {
      var policy = QueuePolicy()
      policy.runningPerRepository = running
      policy.retention.approvals = .seconds(Int64(running) * 86_400)
      return policy
    }

    @Test func `processes that start later use the policy of the first process`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let assembly = PostgresQueueAssembly()
        let first = try assembly.queue(database.settings(policy(running: 1)))
        let second = try assembly.queue(database.settings(policy(running: 3)))
        #expect(first.policy == policy(running: 1))
        #expect(second.policy == policy(running: 1))
        let applied = try await second.appliedPolicy()
        #expect(applied.policy == policy(running: 1))
        #expect(applied.author == "reviewbot serve")
        let command = try assembly.visitor(database.settings(policy(running: 4)))
        #expect(try await command.appliedPolicy().policy == policy(running: 1))
        for queue in [first, second, command] { try await queue.close() }
      }
    }

    @Test func `processes that start at the same time agree on the policy of one of them`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let policies = (1...4).map { policy(running: $0) }
        let queues = try await withThrowingTaskGroup(of: (any SharedQueue).self) { group in
          for policy in policies {
            group.addTask { try PostgresQueueAssembly().queue(database.settings(policy)) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        let followed = Set(queues.map(\.policy))
        #expect(followed.count == 1)
        #expect(followed.isSubset(of: policies))
        for queue in queues { try await queue.close() }
      }
    }

    @Test func `a running process follows a newly applied policy`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let assembly = PostgresQueueAssembly()
        let running = try assembly.queue(database.settings(policy(running: 1)))
        let (changes, continuation) = AsyncStream<QueueChange>.makeStream()
        running.listen { continuation.yield($0) }
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() == .all)
        for number in 1...2 { _ = try await running.request(JobRequest(pullRequest(number), head: commit(1))) }
        _ = try await running.claimed()
        #expect(try await running.claim(by: "worker") == nil)

        let command = try assembly.visitor(database.settings(policy(running: 2)))
        try await command.apply(policy(running: 2), by: "alice")
        #expect(command.policy == policy(running: 1), "it is read with the next statement")
        let applied = try await command.appliedPolicy()
        #expect(applied.policy == policy(running: 2))
        #expect(applied.author == "alice")
        #expect(command.policy == policy(running: 2))
        try await command.close()

        #expect(await iterator.next() == [.policy, .jobs])
        _ = try await running.claimed()
        #expect(running.policy == policy(running: 2))
        try await running.close()
      }
    }

    @Test func `the policy is read again after its refresh interval without a notification`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let queue = try PostgresQueueAssembly().queue(database.settings(policy(running: 1)))
        let start = ContinuousClock.now
        let now = Locked(start)
        let followed = FollowedPolicy(policy(running: 9)) { now.withLock { $0 } }
        let connection = try database.settings().connect()
        try followed.refresh(connection)
        #expect(followed.current == policy(running: 1))
        try await queue.apply(policy(running: 2), by: "alice")
        now.withLock { $0 = start + QueuePolicy.refresh - .milliseconds(1) }
        try followed.refresh(connection)
        #expect(followed.current == policy(running: 1))
        now.withLock { $0 = start + QueuePolicy.refresh }
        try followed.refresh(connection)
        #expect(followed.current == policy(running: 2))
        try await queue.close()
      }
    }

    @Test func `unknown values of the stored policy are kept, and missing ones are the process's own`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        try await database.open(policy(running: 1)).close()
        try PostgresServer.shared.query(
          #"UPDATE reviewbot.policy SET content = content - 'limits.workers_per_repository' || '{"future": 7}'"#,
          in: database.connection)
        let queue = try PostgresQueueAssembly().queue(database.settings(policy(running: 5)))
        #expect(queue.policy.runningPerRepository == 5)
        #expect(queue.policy.retention.approvals == .seconds(86_400))
        try await queue.apply(policy(running: 2), by: "alice")
        let future = "SELECT content->>'future' FROM reviewbot.policy"
        #expect(try PostgresServer.shared.query(future, in: database.connection) == "7")
        #expect(try await queue.appliedPolicy().policy == policy(running: 2))
        try await queue.close()
      }
    }

    @Test func `an unreadable policy is reported as damaged, and an empty author name is rejected`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let queue = try PostgresQueueAssembly().queue(database.settings())
        #expect(await failure { try await queue.apply(QueuePolicy(), by: "") }?.code == .invalid)
        try PostgresServer.shared.query(
          #"UPDATE reviewbot.policy SET content = '{"limits.attempts": "many"}'"#, in: database.connection)
        #expect(await failure { _ = try await queue.appliedPolicy() }?.code == .damaged)
        // The queue works nevertheless, and the next policy replaces it.
        _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
        try await queue.apply(policy(running: 2), by: "alice")
        #expect(try await queue.appliedPolicy().policy == policy(running: 2))
        try await queue.close()
      }
    }

    @Test func `keys that differ are named with their values as in the operator's file`() {
      var other = QueuePolicy()
      other.maximumAttempts = 7
      other.retention.finishedJobs = .seconds(36 * 3_600)
      other.retention.deliveries = .milliseconds(1_500)
      #expect(PolicyKey.different(QueuePolicy(), other) == [.attempts, .deliveries, .jobs])
      #expect(PolicyKey.different(other, other).isEmpty)
      #expect(PolicyKey.allCases.map { $0.text(in: other) } == ["7", "2", "1500 ms", "36h", "90d", "90d"])
    }
  }
#endif
