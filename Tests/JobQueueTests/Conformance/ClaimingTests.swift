// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting
import Testing

struct ClaimingTests {
  @Test(.thorough, arguments: QueueEngine.all)
  func `a repository with one job does not wait for one with a thousand`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      for number in 1...1000 { _ = try await queue.request(JobRequest(pullRequest(number, in: "a"), head: commit(1))) }
      let first = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(1, in: "b"), head: commit(1)))
      #expect(try await queue.claimed().job.pullRequest.repository.name == "b")
      try await queue.finish(first, .stopped)
      #expect(try await queue.claimed().job.pullRequest == pullRequest(2, in: "a"))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `repositories take turns`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      for name in ["a", "b", "c"] {
        for number in 1...3 { _ = try await queue.request(JobRequest(pullRequest(number, in: name), head: commit(1))) }
      }
      var turns: [String] = []
      while let lease = try await queue.claim(by: "worker") {
        turns.append(lease.job.pullRequest.repository.name)
        try await queue.finish(lease, .stopped)
      }
      #expect(turns == ["a", "b", "c", "a", "b", "c", "a", "b", "c"])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a repository runs at most the configured number of jobs at once`(engine: QueueEngine) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 3
    try await engine.use(policy) { queue, _ in
      for number in 1...5 { _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1))) }
      var leases: [Lease] = []
      while let lease = try await queue.claim(by: "worker") { leases.append(lease) }
      #expect(leases.map(\.job.pullRequest.number) == [1, 2, 3])
      try await queue.finish(leases[0], .stopped)
      #expect(try await queue.claimed().job.pullRequest.number == 4)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a more urgent job is claimed first, until others have waited long enough`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(1, in: "a"), head: commit(1), priority: .reconcile))
      _ = try await queue.request(JobRequest(pullRequest(1, in: "b"), head: commit(1), priority: .newHead))
      _ = try await queue.request(JobRequest(pullRequest(1, in: "c"), head: commit(1), priority: .command))
      var order: [String] = []
      for _ in 0..<2 { order.append(try await queue.claimed().job.pullRequest.repository.name) }
      // Twenty minutes equal two steps of priority; the other repositories were served before.
      clock.advance(by: .seconds(1200))
      for name in ["b", "c"] {
        _ = try await queue.request(JobRequest(pullRequest(2, in: name), head: commit(1), priority: .command))
      }
      order.append(try await queue.claimed().job.pullRequest.repository.name)
      #expect(order == ["c", "b", "a"])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a delayed job is not claimed before its delay has passed`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), delay: .seconds(5)))
      #expect(try await queue.claim(by: "worker") == nil)
      #expect(try await queue.nextDue() == clock.now + .seconds(5))
      clock.advance(by: .milliseconds(4999))
      #expect(try await queue.claim(by: "worker") == nil)
      clock.advance(by: .milliseconds(1))
      #expect(try await queue.claimed().job.startedAt == clock.now)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a lease has its owner, its expiry and a higher fence than earlier leases`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      for number in 1...2 { _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1))) }
      let first = try await queue.claimed()
      let second = try await queue.claimed()
      #expect(first.job.owner == "worker")
      #expect(first.job.attempts == 1)
      #expect(first.expiresAt == clock.now + .seconds(60))
      #expect(second.fence > first.fence)
      #expect(try await queue.nextDue() == first.expiresAt)
      #expect(try await queue.job(first.job.id) == first.job)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `concurrent workers claim each job exactly once`(engine: QueueEngine) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 1000
    try await engine.use(policy) { queue, _ in
      for number in 1...100 { _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1))) }
      let claimed = await withTaskGroup(of: [ReviewJob.ID].self) { group in
        for worker in 1...16 {
          group.addTask {
            var mine: [ReviewJob.ID] = []
            // A failure leaves jobs unclaimed, which the count shows.
            while let lease = try? await queue.claim(by: "worker \(worker)") { mine.append(lease.job.id) }
            return mine
          }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      #expect(claimed.sorted() == (1...100).map { ReviewJob.ID($0) })
    }
  }
}
