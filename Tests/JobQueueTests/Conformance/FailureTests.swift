// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting
import Testing

struct FailureTests {
  @Test(arguments: QueueEngine.all)
  func `a transient failure is retried with back-off, then the job is dead`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      var waits: [Int64] = []
      while let lease = try await queue.claim(by: "worker") {
        let job = try await queue.fail(lease, JobFailure("the forge answered 503", isTransient: true))
        guard job.state == .queued else { break }
        waits.append((job.notBefore - clock.now).wholeMilliseconds / 1000)
        #expect(try await queue.claim(by: "worker") == nil)
        clock.advance(by: job.notBefore - clock.now)
      }
      for (wait, least) in zip(waits, [15, 30, 60, 120] as [Int64]) { #expect((least...least * 5 / 4).contains(wait)) }
      #expect(waits.count == 4)
      let job = try #require(await queue.job(ReviewJob.ID(1)))
      #expect(job.state == .dead)
      #expect(job.attempts == 5)
      #expect(job.error == "the forge answered 503")
      #expect(try await queue.jobs(JobFilter(states: [.dead])) == [job])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a permanent failure makes a job dead at once`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      #expect(try await queue.fail(queue.claimed(), JobFailure("no such branch", isTransient: false)).state == .dead)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a retry waits as long as the failure requests`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let failure = JobFailure("limited", isTransient: true, retryAfter: .seconds(7200))
      #expect(try await queue.fail(queue.claimed(), failure).notBefore == clock.now + .seconds(7200))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a job that fails is superseded when a newer head is queued`(engine: QueueEngine) async throws {
    var policy = QueuePolicy()
    policy.cancellationsInARow = 0
    try await engine.use(policy) { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2)))
      #expect(try await queue.fail(lease, JobFailure("x", isTransient: true)).state == .superseded)
      #expect(try await queue.states() == [.superseded, .queued])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `retrying a dead job requeues it, or returns the newer job that is queued`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      try await queue.fail(queue.claimed(), JobFailure("x", isTransient: false))
      let again = try await queue.retry(ReviewJob.ID(1))
      #expect(again.state == .queued)
      #expect(again.attempts == 0)
      #expect(again.error == nil)
      let lease = try await queue.claimed()
      #expect(
        await failure { try await queue.retry(ReviewJob.ID(1)) }?.description
          == "cannot retry job 1: it is running; wait until it ends, or cancel it")
      try await queue.fail(lease, JobFailure("x", isTransient: false))
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2)))
      #expect(try await queue.retry(ReviewJob.ID(1)).id == ReviewJob.ID(2))
      #expect(try await queue.states() == [.dead, .queued])
      #expect(await failure { try await queue.retry(ReviewJob.ID(99)) }?.code == .notFound)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a queued job is cancelled at once, and a running one when it stops`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      for number in 1...2 { _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1))) }
      let lease = try await queue.claimed()
      #expect(try await queue.cancel(ReviewJob.ID(2)).state == .cancelled)
      #expect(try await queue.cancel(lease.job.id).cancellation == .requested)
      #expect(try await queue.finish(lease, .stopped).state == .cancelled)
      #expect(try await queue.cancel(lease.job.id).state == .cancelled)
      #expect(await failure { try await queue.cancel(ReviewJob.ID(99)) }?.code == .notFound)
    }
  }

  @Test func `a long failure message is cut between characters, and nulls are replaced`() {
    let failure = JobFailure(String(repeating: "ä", count: 1500) + "\0", isTransient: true)
    #expect(failure.message == String(repeating: "ä", count: 1000))
    #expect(JobFailure("a\0b", isTransient: true).message == "a\u{fffd}b")
    #expect(JobFailure("x" + String(repeating: "ä", count: 1500), isTransient: true).message.utf8.count == 1999)
  }

  @Test(arguments: QueueEngine.all)
  func `during an outage, a job is retried for a day, and these attempts do not count`(engine: QueueEngine) async throws
  {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let away = JobFailure("the forge answered 503", isTransient: true, isOutage: true)
      var tries = 0
      var job = try await queue.fail(queue.claimed(), away)
      while job.attempts == 0 {
        tries += 1
        #expect(job.state == .queued)
        #expect(job.notBefore - clock.now <= .seconds(900 * 5 / 4))
        clock.advance(by: job.notBefore - clock.now)
        job = try await queue.fail(queue.claimed(), away)
      }
      // After that it is treated like any other failure.
      #expect(job.notBefore - clock.now < .seconds(20))
      #expect((80...130).contains(tries))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a reconcile request does not requeue a job that an operator cancelled`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, _ in
      for number in 1...2 { _ = try await queue.request(JobRequest(pullRequest(number), head: commit(number))) }
      let lease = try await queue.claimed()
      for number in 1...2 as ClosedRange<Int64> { try await queue.cancel(ReviewJob.ID(number)) }
      try await queue.finish(lease, .stopped)
      for number in 1...2 {
        let request = JobRequest(pullRequest(number), head: commit(number), priority: .reconcile)
        #expect(try await queue.request(request).kind == .alreadyReviewed)
      }
      #expect(try await queue.retry(ReviewJob.ID(1)).state == .queued)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a job that died of an outage is queued again once`(engine: QueueEngine) async throws {
    try await engine.use(Self.withoutRetries) { queue, _ in
      for number in 1...3 { _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1))) }
      let away = JobFailure("the forge answered 503", isTransient: true, isOutage: true)
      #expect(try await queue.fail(queue.claimed(), away).revival == .due)
      #expect(try await queue.fail(queue.claimed(), JobFailure("x", isTransient: false)).revival == nil)
      let revived = try #require(await queue.revive(ReviewJob.ID(1)))
      #expect(revived.state == .queued && revived.attempts == 0 && revived.error == nil && revived.revival == .used)
      #expect(try await queue.job(ReviewJob.ID(1)) == revived)
      // Neither a permanent failure, a job that is open, one that does not exist, nor the same job again.
      for number in [1, 2, 3, 99] as [Int64] { #expect(try await queue.revive(ReviewJob.ID(number)) == nil) }
      try await queue.cancel(ReviewJob.ID(3))
      #expect(try await queue.fail(queue.claimed(), away).revival == .used)
      #expect(try await queue.revive(ReviewJob.ID(1)) == nil)
      // The operator's retry is a new beginning.
      #expect(try await queue.retry(ReviewJob.ID(1)).revival == nil)
      #expect(try await queue.fail(queue.claimed(), away).revival == .due)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a dead job is not queued again beside a newer one`(engine: QueueEngine) async throws {
    try await engine.use(Self.withoutRetries) { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      try await queue.fail(queue.claimed(), JobFailure("503", isTransient: true, isOutage: true))
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2)))
      #expect(try await queue.revive(ReviewJob.ID(1)) == nil)
      #expect(try await queue.states() == [.dead, .queued])
      #expect(try await queue.job(ReviewJob.ID(1))?.revival == .used)
    }
  }

  private static let withoutRetries: QueuePolicy = {
    var policy = QueuePolicy()
    policy.maximumAttempts = 1
    policy.longestOutage = .zero
    return policy
  }()

  @Test(arguments: QueueEngine.all)
  func `a settle job is queued again however often its worker is lost`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), kind: .settle, subject: "x", head: commit(1)))
      for _ in 0..<8 {
        _ = try await queue.claimed()
        clock.advance(by: .seconds(120))
        #expect(try await queue.reclaim().count == 1)
      }
      #expect(try await queue.states() == [.queued])
    }
  }
}
