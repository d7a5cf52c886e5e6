// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import JobQueue
import PostgresStore
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

/// The writes of a worker that loses its lease while it publishes.
struct LeaseCheckTests {
  /// A queue that two processes use.
  struct Engine: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let open: @Sendable (ManualClock) throws -> [any ReviewQueue]

    static let model = Engine(testDescription: "model") { clock in
      let queue = InMemoryQueue(clock: clock)
      return [queue, queue]
    }

    /// Used only where it is installed.
    static let postgres = Engine(testDescription: "PostgreSQL") { clock in
      let connection = try PostgresServer.shared.database()
      return try (0..<2).map { _ in
        var settings = try PostgresQueueSettings(
          connection: connection,
          process: QueueProcess(machine: UUID().uuidString, incarnation: UUID().uuidString))
        settings.manualClock = clock
        return try PostgresQueueAssembly().queue(settings)
      }
    }

    static let all = [model] + (PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled ? [postgres] : [])
  }

  private static let publication = Publication(
    pullRequest: 1, commit: commit(1), marker: RepositoryPolicy.sample.marker, comment: "all is well",
    state: .success, summary: "passed")

  /// Claims a job in one process, and publishes. At an event of the forge, the lease expires and another process takes
  /// the job.
  ///
  /// - Returns: the error of the first process, and the outbox of the other one.
  private func publish(
    _ engine: Engine, losingAt event: String,
    _ body: (QueueError?, SimpleForge, Outbox) async throws -> Void
  ) async throws {
    try await withScratchDirectory { _ in
      let clock = ManualClock()
      let queues = try engine.open(clock)
      _ = try await queues[0].request(JobRequest(reference(), head: commit(1)))
      let lease = try #require(try await queues[0].claim(by: "first"))
      let taken = Locked<Lease?>(nil)
      let forge = SimpleForge(hook: { happened async throws(ForgeError) in
        guard happened == event, taken.withLock({ $0 }) == nil else { return }
        clock.advance(by: .seconds(61))
        do {
          let other = try await queues[1].claim(by: "second")
          taken.withLock { $0 = other }
        } catch {
          throw ForgeError(.failed, "the other process cannot claim the job", underlying: "\(error)")
        }
      })
      func outbox(_ queue: any ReviewQueue, _ lease: Lease) -> Outbox {
        Outbox(queue: queue, client: forge, lease: lease, times: .quick)
      }
      var failure: QueueError?
      do {
        try await outbox(queues[0], lease).publish(Self.publication)
      } catch let error as QueueError {
        failure = error
      }
      let other = try #require(taken.withLock { $0 })
      #expect(other.job.id == lease.job.id)
      try await body(failure, forge, outbox(queues[1], other))
      for queue in queues { try await queue.close() }
    }
  }

  @Test(arguments: Engine.all, ["publish.before", "comment.before"])
  func `a worker that loses its lease between the record and the write writes nothing`(
    engine: Engine, event: String
  ) async throws {
    try await publish(engine, losingAt: event) { failure, forge, other in
      #expect(failure?.code == .leaseLost)
      #expect(forge.comments(on: 1) == [])
      #expect(forge.statuses(of: commit(1)) == [])
      try await other.publish(Self.publication)
      #expect(forge.comments(on: 1).map(\.body) == ["all is well"])
      #expect(forge.statuses(of: commit(1)).map(\.state) == ["success"])
    }
  }

  @Test(arguments: Engine.all, ["comment.after", "status.before"])
  func `a worker that loses its lease between two writes of a publication stops writing`(
    engine: Engine, event: String
  ) async throws {
    try await publish(engine, losingAt: event) { failure, forge, other in
      #expect(failure?.code == .leaseLost)
      #expect(forge.comments(on: 1).count == 1)
      #expect(forge.statuses(of: commit(1)) == [])
      try await other.publish(Self.publication)
      #expect(forge.comments(on: 1).count == 1)
      #expect(forge.statuses(of: commit(1)).map(\.state) == ["success"])
    }
  }

  @Test func `the writes of a publication renew a lease that would expire between them`() async throws {
    let clock = ManualClock()
    let queue = InMemoryQueue(clock: clock)
    _ = try await queue.request(JobRequest(reference(), head: commit(1)))
    let lease = try #require(try await queue.claim(by: "first"))
    let forge = SimpleForge(hook: { event async throws(ForgeError) in
      if event.hasSuffix(".before") { clock.advance(by: .seconds(40)) }
    })
    try await Outbox(queue: queue, client: forge, lease: lease, times: .quick).publish(Self.publication)
    #expect(forge.statuses(of: commit(1)).map(\.state) == ["success"])
    #expect(try await queue.claim(by: "second") == nil)
  }

  @Test func `a daemon whose job was taken over publishes no more for it, and runs other jobs`() async throws {
    let takeOver = Locked<(@Sendable () async throws -> Void)?>(nil)
    try await withDaemon(
      hook: { event async throws(ForgeError) in
        guard event == "comment.before", let body = takeOver.withLock({ $0 }) else { return }
        takeOver.withLock { $0 = nil }
        do {
          try await body()
        } catch {
          throw ForgeError(.failed, "the other process cannot claim the job", underlying: "\(error)")
        }
      }
    ) { run in
      for number in 1...2 { run.forge.set(pull(number, head: number)) }
      let taken = Locked<Lease?>(nil)
      takeOver.withLock { body in
        body = {
          run.time.clock.advance(by: .seconds(61))
          let lease = try await run.queue.claim(by: "other")
          taken.withLock { $0 = lease }
        }
      }
      try await run.push(1, head: 1)
      try await run.queue.signal.wait { taken.withLock { $0 } != nil }
      #expect(taken.withLock { $0 }?.job.head == commit(1))
      try await run.push(2, head: 2)
      try await run.queue.signal.wait { run.lastStatus(of: 2) == "success" }
      #expect(run.forge.comments(on: 1) == [])
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending"])
      #expect(try await run.states(1) == [.running])
      #expect(run.forge.comments(on: 2).count == 1)
    }
  }
}
