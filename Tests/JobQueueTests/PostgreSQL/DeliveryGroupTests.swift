// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue
  import ReviewTesting
  import Testing

  @testable import PostgresStore

  /// The results of deliveries that are recorded in one transaction.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct DeliveryGroupTests {
    private func review(
      _ id: String, _ number: Int = 1, head: Int = 1, body: Int = 0, announces: Bool = false
    ) -> GroupedDelivery {
      GroupedDelivery(
        delivery: delivery(id, body: body),
        effect: .request(JobRequest(pullRequest(number), head: commit(head), announces: announces)))
    }

    /// Records deliveries in one transaction.
    private func record(
      _ deliveries: [GroupedDelivery], _ session: PostgresSession, waits: Bool = false
    ) throws -> [DeliveryReceipt?] {
      try session.write { try DeliveryGroup(deliveries: deliveries, waits: waits).record($0) }
    }

    /// Opens an empty queue and two sessions, like two processes.
    private func use(_ body: (any ReviewQueue, PostgresSession, PostgresSession) async throws -> Void) async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let queue = try database.open()
        try await body(queue, PostgresSession(try database.settings()), PostgresSession(try database.settings()))
        try await queue.close()
      }
    }

    private func outcome(_ kind: QueueOutcome.Kind, _ job: Int64? = nil) -> QueueOutcome {
      QueueOutcome(kind, job.map { ReviewJob.ID($0) })
    }

    @Test func `deliveries of a group for one pull request are coalesced, and a newer head replaces the older`()
      async throws
    {
      try await use { queue, session, _ in
        let receipts = try record(
          [
            review("a", head: 1, announces: true), review("b", head: 1), review("c", head: 2),
            GroupedDelivery(delivery: delivery("d"), effect: .ignored), review("e", 2, head: 1),
            GroupedDelivery(delivery: delivery("f"), effect: .cancel(CancelRequest(pullRequest(2), head: commit(1)))),
          ], session)
        let expected = [
          outcome(.queued, 1), outcome(.coalesced, 1), outcome(.queued, 3), outcome(.ignored), outcome(.queued, 4),
          outcome(.cancelled),
        ]
        #expect(receipts == expected.map { .recorded($0) })
        let jobs = try await queue.jobs(JobFilter()).reversed().map { "\($0.id) \($0.kind) \($0.state)" }
        #expect(
          jobs == [
            "1 review superseded", "2 announce queued", "3 review queued", "4 review cancelled", "5 settle queued",
          ])
        for (id, outcome) in zip(["a", "b", "c", "d", "e", "f"], expected) {
          #expect(try await queue.delivery(id, from: "github")?.outcome == outcome)
        }
        #expect(
          try await queue.statistics().deliveries == [.queued: 3, .coalesced: 1, .ignored: 1, .cancelled: 1])
      }
    }

    @Test func `a delivery that is twice in a group has its effect once`() async throws {
      try await use { queue, session, _ in
        _ = try record([review("old", 3)], session)
        let receipts = try record(
          [
            review("a", head: 1), review("a", head: 2), review("a", head: 1, body: 9), review("b", 2), review("old", 3),
          ], session)
        #expect(
          receipts == [
            .recorded(outcome(.queued, 2)), .duplicate(outcome(.queued, 2), sameBody: true),
            .duplicate(outcome(.queued, 2), sameBody: false), .recorded(outcome(.queued, 3)),
            .duplicate(outcome(.queued, 1), sameBody: true),
          ])
        #expect(try await queue.jobs(JobFilter()).map(\.head) == [commit(1), commit(1), commit(1)])
        #expect(try await queue.statistics().duplicates == 3)
      }
    }

    @Test func `a group without a delivery that has a pull request is recorded`() async throws {
      try await use { queue, session, _ in
        let receipts = try record([GroupedDelivery(delivery: delivery("a"), effect: .malformed)], session)
        #expect(receipts == [.recorded(outcome(.malformed))])
        #expect(try await queue.repositories() == [])
      }
    }

    @Test func `what an earlier job published does not count for a late delivery of its head in a group`() async throws
    {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let clock = ManualClock()
        let queue = try database.open(QueuePolicy(), clock)
        let session = PostgresSession(try database.settings(QueuePolicy(), clock))
        let key = PublicationKey(pullRequest: pullRequest(), channel: .status, name: "reviewbot", head: commit(1))
        _ = try record([review("a", head: 1)], session)
        let first = try await queue.claimed()
        _ = try await queue.record(key, fingerprint: "pending", under: first)
        _ = try record([review("b", head: 2)], session)
        try await queue.finish(first, .stopped)
        try await queue.finish(queue.claimed(), .done(head: commit(2), verdict: "passed"))

        clock.advance(by: .seconds(1))
        let late = try record([review("c", head: 1), review("d", head: 2)], session)
        #expect(late == [.recorded(outcome(.queued, 3)), .recorded(outcome(.alreadyReviewed))])
        // The job of the late delivery publishes: the forge reports its head again.
        _ = try await queue.record(key, fingerprint: "pending", under: queue.claimed())
        #expect(try record([review("e", head: 2)], session) == [.recorded(outcome(.queued, 4))])
        try await queue.close()
      }
    }

    @Test(arguments: [21, 22, 23, 24] as [UInt64])
    func `groups of random deliveries behave like the model, one delivery after the other`(seed: UInt64) async throws {
      var policy = QueuePolicy()
      policy.maximumAttempts = 3
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let clock = ManualClock()
        let queue = try database.open(policy, clock)
        let session = PostgresSession(try database.settings(policy, clock))
        let model = InMemoryQueue(policy: policy, clock: clock)
        var history = RandomHistory(seed: seed)
        var group: [GroupedDelivery] = []
        for step in 0..<800 {
          let operation = history.next(clock.now)
          if case .record(let delivery, let effect) = operation {
            group.append(GroupedDelivery(delivery: delivery, effect: effect))
            continue
          }
          // Until enough deliveries are collected, the other operations are left out.
          guard group.count >= 1 + step % 12 else { continue }
          var expected: [DeliveryReceipt?] = []
          for grouped in group { expected.append(try await model.record(grouped.delivery, effect: grouped.effect)) }
          #expect(try record(group, session) == expected, "step \(step)")
          group = []
          history.advance(clock)
          let done = await operation.perform(on: queue)
          #expect(await operation.perform(on: model) == done, "step \(step)")
          if case .lease(let lease?) = done { history.leases.append(lease) }
        }
        let filter = JobFilter(limit: 1000)
        #expect(try await model.jobs(filter) == queue.jobs(filter))
        #expect(try await model.statistics() == queue.statistics())
        for number in 1...100 {
          let id = "\(number)"
          #expect(try await model.delivery(id, from: "github") == queue.delivery(id, from: "github"))
        }
        try await queue.close()
      }
    }

    @Test func `deliveries whose rows are locked do not hold up the others of their group`() async throws {
      try await use { queue, session, other in
        _ = try record([review("a", 1), review("b", 2)], session)
        let group = [review("c", 1, head: 2), review("d", 2, head: 2), review("e", 3)]
        let receipts = try other.change { transaction in
          _ = try transaction.touch(pullRequest(1))
          return try record(group, session)
        }
        #expect(receipts == [nil, .recorded(outcome(.queued, 3)), .recorded(outcome(.queued, 4))])
        #expect(try await queue.delivery("c", from: "github") == nil)
        #expect(
          try record(group, session, waits: true) == [
            .recorded(outcome(.queued, 5)), .duplicate(outcome(.queued, 3), sameBody: true),
            .duplicate(outcome(.queued, 4), sameBody: true),
          ])
      }
    }

    @Test func `a delivery that another process is recording waits for its outcome`() async throws {
      try await use { _, session, other in
        // Otherwise both would wait for each other's row of the repository.
        _ = try record([review("z", 3)], session)
        let first: [DeliveryReceipt?] = try other.write { transaction in
          let receipts = try DeliveryGroup(deliveries: [review("a")], waits: false).record(transaction)
          #expect(try record([review("a"), review("b", 2)], session) == [nil, .recorded(outcome(.queued, 3))])
          return receipts
        }
        #expect(first == [.recorded(outcome(.queued, 2))])
        #expect(
          try record([review("a")], session, waits: true) == [.duplicate(outcome(.queued, 2), sameBody: true)])
      }
    }
  }
#endif
