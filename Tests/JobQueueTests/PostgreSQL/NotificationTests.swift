// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import JobQueue
  import ReviewTesting
  import Testing

  @testable import PostgresStore

  /// Notifications of changes by other processes, without polling.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct NotificationTests {
    /// The changes that a listener receives, in order.
    private struct Announcements: Sendable {
      private let stream: AsyncStream<QueueChange>

      init(of queue: any ReviewQueue) {
        let (stream, continuation) = AsyncStream<QueueChange>.makeStream()
        queue.listen { continuation.yield($0) }
        self.stream = stream
      }

      func next() async -> QueueChange? {
        for await change in stream { return change }
        return nil
      }
    }

    /// Opens one queue in two processes, and passes the changes that the first receives.
    private func use(
      _ body: (any ReviewQueue, any ReviewQueue, Announcements, PostgresDatabase) async throws -> Void
    ) async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let (listening, other) = (try database.open(), try database.open())
        let changes = Announcements(of: listening)
        // Sent once the listener is connected, because changes may have been missed.
        #expect(await changes.next() == .all)
        try await body(listening, other, changes, database)
        for queue in [listening, other] { try await queue.close() }
      }
    }

    @Test func `a job and a cancellation of another process are announced, and own changes are not`() async throws {
      try await use { listening, other, changes, _ in
        _ = try await other.request(JobRequest(pullRequest(1), head: commit(1)))
        #expect(await changes.next() == .jobs)
        let lease = try await listening.claimed()
        _ = try await listening.request(JobRequest(pullRequest(2), head: commit(1)))
        _ = try await other.cancel(lease.job.id)
        #expect(await changes.next() == .cancellations)
      }
    }

    @Test func `a command's change is announced when its process ends`() async throws {
      try await use { _, _, changes, database in
        let command = try PostgresQueueAssembly().visitor(database.settings())
        _ = try await command.request(JobRequest(pullRequest(), head: commit(1)))
        try await command.close()
        #expect(await changes.next() == .jobs)
      }
    }

    @Test func `a queue can be closed more than once, also one that announced nothing`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let (quiet, busy) = (try database.open(), try database.open())
        _ = try await busy.request(JobRequest(pullRequest(), head: commit(1)))
        for queue in [quiet, busy, quiet, busy] { try await queue.close() }
      }
    }

    @Test func `a lost connection is opened again, and a change of everything is announced`() async throws {
      try await use { _, other, changes, database in
        try PostgresServer.shared.disconnect(database.connection)
        #expect(await changes.next() == .all)
        _ = try await other.request(JobRequest(pullRequest(), head: commit(1)))
        #expect(await changes.next() == .jobs)
      }
    }

    @Test func `an unknown notification is treated as a change of everything`() async throws {
      try await use { _, _, changes, database in
        try PostgresServer.shared.query("NOTIFY reviewbot_queue, 'policies'", in: database.connection)
        #expect(await changes.next() == .all)
        try PostgresServer.shared.query("NOTIFY reviewbot_queue, 'cancellations'", in: database.connection)
        #expect(await changes.next() == .cancellations)
      }
    }

    @Test func `each operation announces only the changes that other processes act on`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        let clock = ManualClock()
        let queue = try database.open(QueuePolicy(), clock)
        let seen = Locked<QueueChange>([])
        let session = PostgresSession(try database.settings(QueuePolicy(), clock)) { change in
          seen.withLock { $0.formUnion(change) }
        }
        func change(_ step: (PostgresTransaction) throws -> Void) throws -> QueueChange {
          seen.withLock { $0 = [] }
          try session.change(step)
          return seen.withLock { $0 }
        }
        let request = JobRequest(pullRequest(1), head: commit(1))
        #expect(try change { _ = try $0.request(request) } == .jobs)
        // The second request for the head is coalesced.
        #expect(try change { _ = try $0.request(request) } == [])
        func group(_ id: String, _ effect: DeliveryEffect) -> DeliveryGroup {
          DeliveryGroup(deliveries: [GroupedDelivery(delivery: delivery(id), effect: effect)], waits: true)
        }
        #expect(try change { _ = try group("1", .ignored).record($0) } == [])
        #expect(try change { _ = try group("2", .request(request)).record($0) } == [])
        let next = JobRequest(pullRequest(1), head: commit(2))
        #expect(try change { _ = try group("3", .request(next)).record($0) } == .jobs)
        let stranger = JobRequest(pullRequest(2), head: commit(1), needsApproval: true)
        #expect(try change { _ = try $0.request(stranger) } == [])

        seen.withLock { $0 = [] }
        let lease = try #require(try PostgresClaims(session: session, owner: "worker", scope: ClaimScope()).claim())
        #expect(seen.withLock { $0 } == [])
        #expect(try change { _ = try $0.renew(lease) } == [])
        let key = PublicationKey(
          pullRequest: pullRequest(1), channel: .status, name: "reviewbot", head: commit(1))
        #expect(try change { _ = try $0.record(key, fingerprint: "pending", under: lease) } == [])
        #expect(try change { try $0.confirm(key, remoteID: "1", under: lease) } == [])
        let everything = PauseScope(forge: "", name: "")
        #expect(try change { try $0.pause(everything, by: Attribution(person: "operator")) } == [])
        #expect(try change { _ = try $0.resume(everything) } == .jobs)
        #expect(try change { _ = try $0.resume(everything) } == [])

        #expect(try change { _ = try $0.cancel(lease.job.id) } == .cancellations)
        #expect(try change { _ = try $0.finish(lease, .stopped) } == .jobs)
        #expect(try change { _ = try $0.retry(lease.job.id) } == .jobs)
        let approval = Approval(pullRequest: pullRequest(2), head: commit(1), approver: "maintainer")
        #expect(try change { _ = try $0.approve(approval) } == .jobs)
        let again = try await queue.claimed()
        #expect(try change { _ = try $0.giveBack(again) } == .jobs)
        let closed = try await queue.claimed()
        #expect(
          try change { _ = try $0.cancel(CancelRequest(closed.job.pullRequest)) } == .cancellations)
        clock.advance(by: .seconds(3_600))
        seen.withLock { $0 = [] }
        #expect(try session.reclaim() == [closed.job.id])
        #expect(seen.withLock { $0 } == .jobs)
        try await queue.close()
      }
    }

    @Test func `a recovered outcome announces a change of everything`() async throws {
      try await withScratchDirectory { _ in
        let database = try PostgresDatabase()
        try await database.open().close()
        let seen = Locked<QueueChange>([])
        let session = PostgresSession(try database.settings()) { change in seen.withLock { $0.formUnion(change) } }
        let outcome: Int = try session.write { transaction in
          let operation = try transaction.run("SELECT id FROM operation WHERE outcome IS NULL").first?.text(0) ?? ""
          try transaction.keep(1, of: operation)
          try transaction.run("COMMIT")
          throw PostgresFailure(state: nil, message: "the connection was lost")
        }
        #expect(outcome == 1)
        #expect(seen.withLock { $0 } == .all)
      }
    }

    @Test func `changes within ten milliseconds are joined`() {
      var throttle = NotificationThrottle()
      let start = ContinuousClock.now
      func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }
      #expect(throttle.delay(at: at(0)) == nil)
      throttle.add(.jobs)
      throttle.add(.cancellations)
      #expect(throttle.delay(at: at(0)) == .zero)
      #expect(throttle.take(at: at(1)) == [.jobs, .cancellations])
      #expect(throttle.delay(at: at(1)) == nil)
      // All changes until then are sent as one.
      for moment in 2..<11 {
        throttle.add(.jobs)
        #expect(throttle.delay(at: at(moment)) == .milliseconds(11 - moment))
      }
      #expect(throttle.take(at: at(11)) == .jobs)
      throttle.add(.jobs)
      #expect(throttle.delay(at: at(60)) == .zero)
    }
  }
#endif
