// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting
import Testing

struct LeaseTests {
  @Test(arguments: QueueEngine.all)
  func `an expired lease is lost, and its former holder can change nothing`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let old = try await queue.claimed()
      clock.advance(by: .seconds(60))
      let new = try await queue.claimed()
      #expect(new.job.id == old.job.id)
      #expect(new.fence > old.fence)
      #expect(new.job.losses == 1)
      let key = PublicationKey(pullRequest: pullRequest(), channel: .status, name: "reviewbot", head: commit(1))
      let attempts: [() async throws -> Void] = [
        { _ = try await queue.renew(old) },
        { try await queue.finish(old, .done(head: commit(1), verdict: "passed")) },
        { try await queue.fail(old, JobFailure("x", isTransient: true)) },
        { try await queue.giveBack(old) },
        { _ = try await queue.record(key, fingerprint: "f", under: old) },
        { try await queue.confirm(key, remoteID: "1", under: old) },
      ]
      for attempt in attempts { #expect(await failure(attempt)?.code == .leaseLost) }
      #expect(try await queue.job(new.job.id) == new.job)
      try await queue.finish(new, .done(head: commit(1), verdict: "passed"))
      #expect(await failure { try await queue.finish(new, .stopped) }?.code == .leaseLost)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a lease that is renewed in time does not expire`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      for _ in 1...20 {
        clock.advance(by: .seconds(45))
        #expect(try await queue.renew(lease).expiresAt == clock.now + .seconds(60))
        #expect(try await queue.claim(by: "other") == nil)
      }
      #expect(try await queue.finish(lease, .done(head: commit(1), verdict: "passed")).verdict == "passed")
    }
  }

  @Test(arguments: QueueEngine.all)
  func `setting the clock back neither ends a lease nor extends it indefinitely`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      clock.advance(by: .seconds(-3600))
      #expect(try await queue.renew(lease).expiresAt >= lease.expiresAt)
      // The other engines have no clock of their own: their time continues when the clock has caught up.
      guard engine.name == QueueEngine.sqlite.name else { return }
      clock.advance(by: .seconds(61))
      #expect(try await queue.reclaim() == [lease.job.id])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a job that loses its worker repeatedly is dead`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      for _ in 1...3 {
        _ = try await queue.claimed()
        clock.advance(by: .seconds(61))
      }
      #expect(try await queue.claim(by: "worker") == nil)
      let job = try #require(await queue.job(ReviewJob.ID(1)))
      #expect(job.state == .dead)
      #expect(job.error == "worker was lost during the run")
      #expect(job.finishedAt == clock.now)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a superseded running job ends when its worker is lost`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      _ = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2)))
      clock.advance(by: .seconds(60))
      #expect(try await queue.reclaim() == [ReviewJob.ID(1)])
      #expect(try await queue.states() == [.superseded, .queued])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `giving a job back does not count as an attempt`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      for _ in 1...10 { #expect(try await queue.giveBack(queue.claimed()).attempts == 0) }
      #expect(try await queue.claimed().job.attempts == 1)
    }
  }
}
