// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import Foundation
  import JobQueue
  import ReviewContract
  import ReviewTesting
  import Testing

  @testable import PostgresStore

  /// Deliveries that arrive at the same time.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct DeliveryLineTests {
    private enum Reply: Equatable {
      case recorded(QueueOutcome.Kind)
      case duplicate
      case failed(QueueError.Code?)
    }

    private static func review(_ number: Int) -> GroupedDelivery {
      GroupedDelivery(
        delivery: delivery("\(number)"), effect: .request(JobRequest(pullRequest(number), head: commit(1))))
    }

    /// Starts one task for each delivery, and ends a transaction that holds up the first one when all others wait for it.
    ///
    /// - Parameter prepare: called with the tasks, before the transaction ends.
    /// - Returns: the answers, and the number of transactions.
    private func recordTogether(
      _ numbers: ClosedRange<Int>, _ database: PostgresDatabase,
      prepare: @escaping @Sendable ([Task<DeliveryReceipt, any Error>]) throws -> Void = { _ in }
    ) async throws -> (replies: [Reply], transactions: Int) {
      let pool = PostgresPool(try database.settings()) { _ in }
      let line = DeliveryLine(pool)
      let observer = PostgresSession(try database.settings())
      func operations() throws -> Int {
        try observer.read { Int(try $0.run("SELECT count(*) FROM operation").first?.number(0) ?? 0) }
      }
      let before = try operations()
      let tasks = Locked<[Task<DeliveryReceipt, any Error>]>([])
      try await pool.perform { session in
        // Transactions of the queue begin with a row of this table.
        try session.read { connection in
          try connection.run("BEGIN")
          try connection.run("LOCK TABLE operation IN EXCLUSIVE MODE")
          // The end of a lost connection ends the transaction, too.
          defer { _ = try? connection.run("ROLLBACK") }
          for number in numbers {
            let task = Task { try await line.record(Self.review(number)) as DeliveryReceipt }
            tasks.withLock { $0.append(task) }
            // The first is in a transaction, and each other one waits for it.
            while line.waiting != number - numbers.lowerBound { sched_yield() }
          }
          try prepare(tasks.withLock { $0 })
        }
      }
      var responses: [Reply] = []
      for task in tasks.withLock({ $0 }) {
        switch await task.result {
        case .success(.recorded(let outcome)): responses.append(.recorded(outcome.kind))
        case .success(.duplicate): responses.append(.duplicate)
        case .failure(let error): responses.append(.failed((error as? QueueError)?.code))
        }
      }
      await pool.close()
      return (responses, try operations() - before)
    }

    private func use(_ body: (PostgresDatabase, any ReviewQueue) async throws -> Void) async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let queue = try database.open()
        try await body(database, queue)
        try await queue.close()
      }
    }

    @Test(arguments: [(2, 2), (65, 2), (66, 3)])
    func `deliveries that arrive during a transaction share the next one`(count: Int, transactions: Int) async throws {
      try await use { database, queue in
        let recorded = try await recordTogether(1...count, database)
        #expect(recorded.replies == Array(repeating: .recorded(.queued), count: count))
        #expect(recorded.transactions == transactions)
        #expect(try await queue.jobs(JobFilter(limit: 100)).count == count)
      }
    }

    @Test func `a delivery whose pull request is locked is recorded after the lock, and others before`() async throws {
      try await use { database, queue in
        _ = try await queue.request(JobRequest(pullRequest(1), head: commit(1)))
        let holder = PostgresSession(try database.settings())
        try holder.read { connection in
          try connection.run("BEGIN")
          try connection.run("SELECT 1 FROM pull_request WHERE number = 1 FOR NO KEY UPDATE")
        }
        let blocked = [1, 101].map { id in
          Task {
            try await queue.record(
              delivery("\(id)"), effect: .request(JobRequest(pullRequest(1), head: commit(1)))) as DeliveryReceipt
          }
        }
        for number in 2...20 {
          let other = Self.review(number)
          let receipt = try await queue.record(other.delivery, effect: other.effect)
          #expect(receipt == .recorded(QueueOutcome(.queued, ReviewJob.ID(Int64(number)))))
        }
        #expect(try await queue.statistics().deliveries == [.queued: 19])
        try holder.read { _ = try $0.run("COMMIT") }
        for task in blocked {
          #expect(try await task.value == .recorded(QueueOutcome(.coalesced, ReviewJob.ID(1))))
        }
      }
    }

    @Test func `a delivery that cannot be recorded does not affect the others of its group`() async throws {
      try await use { database, queue in
        for number in [4, 7] { _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1))) }
        try PostgresServer.shared.query(
          "UPDATE reviewbot.job SET head = 'x' WHERE pull_request IN (SELECT id FROM reviewbot.pull_request WHERE number = 7)",
          in: database.connection)
        let recorded = try await recordTogether(1...10, database)
        #expect(
          recorded.replies
            == (1...10).map { number in
              number == 7 ? .failed(.damaged) : .recorded(number == 4 ? .coalesced : .queued)
            })
        #expect(try await queue.delivery("7", from: "github") == nil)
        #expect(try await queue.statistics().deliveries == [.queued: 8, .coalesced: 1])
      }
    }

    @Test func `a delivery is recorded even if its request is cancelled, and so are the others of its group`()
      async throws
    {
      try await use { database, queue in
        let recorded = try await recordTogether(1...6, database) { tasks in tasks[3].cancel() }
        #expect(recorded.replies == Array(repeating: .recorded(.queued), count: 6))
        #expect(try await queue.delivery("4", from: "github")?.outcome.kind == .queued)
      }
    }

    @Test func `after the loss of a connection each delivery of a group is recorded once`() async throws {
      try await use { database, queue in
        let recorded = try await recordTogether(1...20, database) { _ in
          try PostgresServer.shared.disconnect(database.connection)
        }
        #expect(recorded.replies == Array(repeating: .recorded(.queued), count: 20))
        #expect(try await queue.statistics().deliveries == [.queued: 20])
      }
    }

    @Test func `while the database cannot be reached all deliveries fail, and can be sent again`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let isDown = Locked(false)
        struct Down: Error {}
        let settings = try PostgresQueueSettings(
          connection: database.connection,
          password: { if isDown.withLock({ $0 }) { throw Down() } else { return nil } },
          process: QueueProcess(machine: "one", incarnation: "one"))
        let queue = try PostgresQueueAssembly().queue(settings)
        func recordAll() async -> [QueueError.Code?] {
          await withTaskGroup(of: QueueError.Code?.self) { group in
            for number in 1...12 {
              group.addTask {
                let grouped = Self.review(number)
                return await failure { _ = try await queue.record(grouped.delivery, effect: grouped.effect) }?.code
              }
            }
            return await group.reduce(into: []) { $0.append($1) }
          }
        }
        isDown.withLock { $0 = true }
        try PostgresServer.shared.disconnect(database.connection)
        #expect(await recordAll() == Array(repeating: .failed, count: 12))
        isDown.withLock { $0 = false }
        #expect(await recordAll() == Array(repeating: nil, count: 12))
        #expect(try await queue.statistics().deliveries == [.queued: 12])
        #expect(try await queue.statistics().duplicates == 0)
        try await queue.close()
      }
    }

    @Test func `a closed queue finishes the deliveries that it accepted`() async throws {
      try await use { database, queue in
        let pool = PostgresPool(try database.settings()) { _ in }
        let line = DeliveryLine(pool)
        let results = await withTaskGroup(of: QueueError.Code?.self) { group in
          for number in 1...200 {
            group.addTask { await failure { _ = try await line.record(Self.review(number)) }?.code }
          }
          group.addTask {
            await pool.close()
            return nil
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        let refused = results.count { $0 == .closed }
        #expect(results.count { $0 == nil } == 201 - refused)
        #expect(try await queue.jobs(JobFilter(limit: 1000)).count == 200 - refused)
      }
    }

    @Test func `processes that record groups for the same pull requests in different orders do not fail`() async throws
    {
      try await PostgresDatabase.use(openers: 3) { queues, _ in
        let receipts = Locked<[DeliveryReceipt]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (place, queue) in queues.enumerated() {
            for number in 0..<120 {
              let id = place.isMultiple(of: 2) ? number : 119 - number
              group.addTask {
                let request = JobRequest(pullRequest(1 + id % 10, in: "acme/\(id % 5)"), head: commit(1))
                let receipt = try await queue.record(delivery("\(id)"), effect: .request(request))
                receipts.withLock { $0.append(receipt) }
              }
            }
          }
          try await group.waitForAll()
        }
        let recorded = receipts.withLock { $0 }.filter { if case .recorded = $0 { true } else { false } }
        #expect(recorded.count == 120)
        let statistics = try await queues[0].statistics()
        #expect(statistics.deliveries == [.queued: 10, .coalesced: 110])
        #expect(statistics.duplicates == 240)
      }
    }
  }
#endif
