// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

/// Concurrent operations of several openers of one queue.
@Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
struct RaceTests {
  /// Runs `body` in several concurrent tasks for each opener.
  private func race(
    _ queues: [any ReviewQueue], tasks: Int = 3, _ body: @escaping @Sendable (any ReviewQueue) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for queue in queues { for _ in 0..<tasks { group.addTask { try await body(queue) } } }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [1, 2, 4])
  func `each job is claimed exactly once`(openers: Int) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 1000
    try await PostgresDatabase.use(openers: openers, policy) { queues, _ in
      for number in 1...60 {
        _ = try await queues[0].request(JobRequest(pullRequest(number, in: "acme/\(number % 3)"), head: commit(1)))
      }
      let claimed = Locked<[Lease]>([])
      try await race(queues) { queue in
        while let lease = try await queue.claim(by: "worker") { claimed.withLock { $0.append(lease) } }
      }
      let leases = claimed.withLock { $0 }
      #expect(leases.map(\.job.id).sorted() == (1...60).map { ReviewJob.ID($0) })
      #expect(Set(leases.map(\.fence)).count == 60)
    }
  }

  @Test(arguments: [1, 2, 4])
  func `a repository stays within its limit of running jobs, and all jobs run`(openers: Int) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 2
    try await PostgresDatabase.use(openers: openers, policy) { queues, _ in
      for number in 1...40 {
        _ = try await queues[0].request(JobRequest(pullRequest(number, in: "acme/\(number % 2)"), head: commit(1)))
      }
      let running = Locked<[RepositoryReference: Int]>([:])
      let most = Locked(0)
      let done = Locked(0)
      try await race(queues) { queue in
        while done.withLock({ $0 }) < 40 {
          guard let lease = try await queue.claim(by: "worker") else {
            await Task.yield()
            continue
          }
          let repository = lease.job.pullRequest.repository
          let count = running.withLock { running in
            running[repository, default: 0] += 1
            return running[repository, default: 0]
          }
          most.withLock { $0 = max($0, count) }
          await Task.yield()
          running.withLock { $0[repository, default: 0] -= 1 }
          try await queue.finish(lease, .stopped)
          done.withLock { $0 += 1 }
        }
      }
      #expect(most.withLock { $0 } <= 2)
      #expect(try await queues[0].statistics().ended == [.cancelled: 40])
    }
  }

  @Test(arguments: [2, 4])
  func `a pull request has at most one running and one waiting review`(openers: Int) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 10
    try await PostgresDatabase.use(openers: openers, policy) { queues, _ in
      let running = Locked(0)
      let most = Locked(0)
      let heads = Locked(0)
      try await race(queues, tasks: 2) { queue in
        for _ in 0..<12 {
          let head = heads.withLock { heads in
            heads += 1
            return heads
          }
          _ = try await queue.request(JobRequest(pullRequest(), head: commit(head)))
          guard let lease = try await queue.claim(by: "worker") else { continue }
          let count = running.withLock { running in
            running += 1
            return running
          }
          most.withLock { $0 = max($0, count) }
          await Task.yield()
          running.withLock { $0 -= 1 }
          try await queue.finish(lease, .done(head: lease.job.head, verdict: "passed"))
        }
      }
      #expect(most.withLock { $0 } == 1)
      let states = try await queues[0].states()
      #expect(states.count { $0 == .queued || $0 == .waiting } <= 1)
      #expect(!states.contains(.running))
      #expect(try await queues[0].statistics().ended.values.reduce(0, +) == states.count { $0.isFinished })
    }
  }

  @Test(arguments: [2, 4])
  func `a job that is cancelled while it finishes ends once`(openers: Int) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 100
    try await PostgresDatabase.use(openers: openers, policy) { queues, _ in
      for number in 1...20 { _ = try await queues[0].request(JobRequest(pullRequest(number), head: commit(1))) }
      for _ in 1...20 {
        let lease = try await queues[0].claimed()
        async let finished = queues[0].finish(lease, .done(head: lease.job.head, verdict: "passed"))
        async let cancelled = queues[openers - 1].cancel(lease.job.id)
        async let closed = queues[openers / 2].cancel(CancelRequest(lease.job.pullRequest))
        #expect(try await finished.state == .done)
        #expect([.running, .done].contains(try await cancelled.state))
        #expect(try await closed.kind == .cancelled)
      }
      #expect(try await queues[0].statistics().ended == [.done: 20])
    }
  }

  @Test(arguments: [2, 4])
  func `an expired lease is either renewed or taken over`(openers: Int) async throws {
    var policy = QueuePolicy()
    policy.maximumLosses = 1000
    policy.maximumAttempts = 1000
    try await PostgresDatabase.use(openers: openers, policy) { queues, clock in
      _ = try await queues[0].request(JobRequest(pullRequest(), head: commit(1)))
      var lease = try await queues[0].claimed()
      for _ in 0..<20 {
        clock.advance(by: policy.lease + .seconds(1))
        let held = lease
        async let renewal = failure { _ = try await queues[0].renew(held) }
        async let next = queues[openers - 1].claim(by: "other")
        let (refusal, taken) = (await renewal, try await next)
        #expect((refusal == nil) == (taken == nil))
        if let taken {
          #expect(refusal?.code == .leaseLost)
          #expect(taken.fence > held.fence)
          lease = taken
        }
      }
    }
  }

  @Test(arguments: [2, 4])
  func `a delivery that several intakes receive at once has its effect once`(openers: Int) async throws {
    try await PostgresDatabase.use(openers: openers) { queues, _ in
      for number in 1...15 {
        let receipts = try await withThrowingTaskGroup(of: DeliveryReceipt.self) { group in
          for queue in queues {
            group.addTask {
              try await queue.record(
                delivery("\(number)"), effect: .request(JobRequest(pullRequest(number), head: commit(1))))
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        let outcome = QueueOutcome(.queued, try await queues[0].jobs(JobFilter(limit: 1)).first?.id)
        #expect(receipts.count { $0 == .recorded(outcome) } == 1)
        #expect(receipts.count { $0 == .duplicate(outcome, sameBody: true) } == openers - 1)
      }
      #expect(try await queues[0].jobs(JobFilter()).count == 15)
    }
  }

  @Test(arguments: [2, 4])
  func `a publication recorded during a takeover of the lease is seen by the next holder or rejected`(openers: Int)
    async throws
  {
    try await whileTakenOver(openers) { queue, key, lease in
      _ = try await queue.record(key, fingerprint: "a", under: lease)
    } judge: { isRefused, known in
      // If it was not refused, it may be on the forge.
      #expect((known?.intended == "a") == !isRefused)
    }
  }

  @Test(arguments: [2, 4])
  func `a confirmation during a takeover of the lease is known to the next holder or rejected`(openers: Int)
    async throws
  {
    try await whileTakenOver(openers, isAnnounced: true) { queue, key, lease in
      try await queue.confirm(key, remoteID: "1", under: lease)
    } judge: { isRefused, known in
      #expect(known?.intended == (isRefused ? "a" : nil))
      #expect(known?.fingerprint == (isRefused ? nil : "a"))
    }
  }

  /// Runs `use` with an expired lease in one process while the others claim its job.
  ///
  /// - Parameter judge: receives whether the use was refused, and the publication's record for the next holder.
  private func whileTakenOver(
    _ openers: Int, isAnnounced: Bool = false,
    _ use: @escaping @Sendable (any ReviewQueue, PublicationKey, Lease) async throws -> Void,
    judge: (_ isRefused: Bool, _ known: PublicationRecord?) -> Void
  ) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 1000
    try await PostgresDatabase.use(openers: openers, policy) { queues, clock in
      for round in 1...20 {
        _ = try await queues[0].request(JobRequest(pullRequest(round), head: commit(1)))
        let old = try await queues[0].claimed()
        let key = PublicationKey(
          pullRequest: pullRequest(round), channel: .status, name: "reviewbot", head: commit(1))
        if isAnnounced { _ = try await queues[0].record(key, fingerprint: "a", under: old) }
        clock.advance(by: policy.lease + .seconds(1))
        async let refusal = failure { try await use(queues[0], key, old) }
        let taken = try await withThrowingTaskGroup(of: Lease?.self) { group in
          for queue in queues.dropFirst() { group.addTask { try await queue.claim(by: "other") } }
          return try await group.reduce(into: [Lease]()) { if let lease = $1 { $0.append(lease) } }
        }
        let isRefused = await refusal.map { $0.code == .leaseLost } ?? false
        #expect(taken.count <= 1)
        // A job that was locked during the race is claimed now.
        var next = taken.first
        if next == nil { next = try await queues[1].claimed() }
        let lease = try #require(next)
        #expect(lease.job.id == old.job.id && lease.fence > old.fence)
        judge(isRefused, try await queues[1].publications(of: pullRequest(round)).first)
        _ = try await queues[1].finish(lease, .done(head: commit(1), verdict: "passed"))
      }
    }
  }

  @Test func `a process that lost its lease can neither record nor confirm a publication`() async throws {
    try await PostgresDatabase.use(openers: 2) { queues, clock in
      _ = try await queues[0].request(JobRequest(pullRequest(), head: commit(1)))
      let lost = try await queues[0].claimed()
      let key = PublicationKey(pullRequest: pullRequest(), channel: .comment, name: "reviewbot", head: commit(1))
      _ = try await queues[0].record(key, fingerprint: "a", under: lost)
      clock.advance(by: .seconds(61))
      let held = try await queues[1].claimed()
      #expect(await failure { _ = try await queues[0].record(key, fingerprint: "b", under: lost) }?.code == .leaseLost)
      #expect(
        await failure { try await queues[0].confirm(key, remoteID: "1", under: lost) }?.code == .leaseLost)
      // The forge may show the publication intended by the other.
      guard case .pending(let known) = try await queues[1].record(key, fingerprint: "c", under: held) else {
        Issue.record("nothing was confirmed")
        return
      }
      #expect(known?.intended == "a")
    }
  }
}
