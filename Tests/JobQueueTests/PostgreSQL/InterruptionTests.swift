// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import JobQueue
  import ReviewContract
  import ReviewTesting
  import Testing

  @testable import PostgresStore

  /// Lost connections, lost answers and lost processes.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct InterruptionTests {
    @Test func `an operation whose COMMIT got no answer runs once, and its outcome is recovered`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let queue = try database.open()
        let session = PostgresSession(try database.settings())
        var attempts = 0
        let outcome: QueueOutcome = try session.write { transaction in
          attempts += 1
          let outcome = try transaction.request(JobRequest(pullRequest(), head: commit(1)))
          let operation = try transaction.run("SELECT id FROM operation WHERE outcome IS NULL").first?.text(0) ?? ""
          try transaction.keep(outcome, of: operation)
          try transaction.run("COMMIT")
          throw PostgresFailure(state: nil, message: "the connection was lost")
        }
        #expect(attempts == 1)
        #expect(outcome == QueueOutcome(.queued, ReviewJob.ID(1)))
        #expect(try await queue.states() == [.queued])
        try await queue.close()
      }
    }

    @Test func `no delivery is lost or recorded twice while connections are cut`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let queue = try database.open()
        let recorded = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<4 {
            group.addTask {
              for number in 0..<40 {
                let id = task * 40 + number
                let receipt = try await queue.record(
                  delivery("\(id)"), effect: .request(JobRequest(pullRequest(id + 1), head: commit(1))))
                guard case .recorded(let outcome) = receipt, outcome.kind == .queued else {
                  Issue.record("\(receipt) for a new delivery")
                  return
                }
                recorded.withLock { $0 += 1 }
              }
            }
          }
          group.addTask {
            for _ in 0..<12 {
              let next = recorded.withLock { min($0 + 10, 150) }
              while recorded.withLock({ $0 }) < next, !Task.isCancelled { await Task.yield() }
              try PostgresServer.shared.disconnect(database.connection)
            }
          }
          try await group.waitForAll()
        }
        #expect(try await queue.jobs(JobFilter(limit: 1000)).count == 160)
        #expect(try await queue.statistics().deliveries == [.queued: 160])
        try await queue.close()
      }
    }

    @Test func `a daemon takes over the jobs that its machine ran before, but not those of others`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let assembly = PostgresQueueAssembly()
        let first = try assembly.queue(database.settings(machine: "one"))
        let other = try assembly.queue(database.settings(machine: "two"))
        for number in 1...2 { _ = try await first.request(JobRequest(pullRequest(number), head: commit(1))) }
        let lost = try await first.claimed()
        let kept = try await other.claimed()
        let again = try PostgresQueue(database.settings(machine: "one"))
        #expect(again.interrupted == [lost.job.id])
        #expect(await failure { _ = try await first.renew(lost) }?.code == .leaseLost)
        #expect(try await other.renew(kept).cancellation == nil)
        #expect(try await again.claimed().job.id == lost.job.id)
        for queue in [first, other, again] as [any ReviewQueue] { try await queue.close() }
      }
    }

    @Test func `a crash loop makes no job dead, but a job that crashes every process becomes dead`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let clock = ManualClock()
        func start() throws -> any ReviewQueue {
          try PostgresQueueAssembly().queue(database.settings(QueuePolicy(), clock, machine: "one"))
        }
        var queue = try start()
        _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
        var losses: [Int] = []
        for _ in 0..<12 {
          if let lease = try await queue.claim(by: "worker") { losses.append(lease.job.losses) }
          clock.advance(by: .seconds(6))
          // The previous queue is not closed.
          queue = try start()
        }
        // After every second crash the job is delayed, and the process crashes again without it.
        #expect(losses == [0, 1, 0, 1, 0, 1])
        #expect(try await queue.states() == [.queued])

        // A job that crashes each process that runs it.
        while try await queue.states() == [.queued] {
          clock.advance(by: .seconds(3_600))
          if try await queue.claim(by: "worker") != nil { queue = try start() }
          try await queue.close()
          queue = try start()
        }
        #expect(try await queue.states() == [.dead])
        try await queue.close()
      }
    }

    @Test func `a crash of one machine does not reset the losses of another machine's jobs`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let assembly = PostgresQueueAssembly()
        let first = try assembly.queue(database.settings(machine: "one"))
        _ = try await first.request(JobRequest(pullRequest(), head: commit(1)))
        let lost = try await first.claimed()
        let again = try assembly.queue(database.settings(machine: "one"))
        for _ in 0..<2 { _ = try assembly.queue(database.settings(machine: "two")) }
        #expect(try await again.job(lost.job.id)?.losses == 1)
        for queue in [first, again] { try await queue.close() }
      }
    }

    @Test func `a closed queue rejects calls, and a visitor takes over no jobs and creates no tables`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let assembly = PostgresQueueAssembly()
        #expect(await failure { _ = try assembly.visitor(database.settings()) }?.code == .failed)
        let queue = try assembly.queue(database.settings(machine: "one"))
        _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
        let lease = try await queue.claimed()
        let visitor = try assembly.visitor(database.settings(machine: "one"))
        #expect(try await visitor.job(lease.job.id)?.state == .running)
        try await visitor.close()
        try await queue.close()
        #expect(await failure { _ = try await queue.statistics() }?.code == .closed)
      }
    }
  }
#endif
