// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting
import Testing

struct CoalescingTests {
  @Test(arguments: QueueEngine.all)
  func `a newer head supersedes a queued one and inherits its time and priority`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), priority: .command))
      let since = clock.now
      clock.advance(by: .seconds(3))
      #expect(
        try await queue.request(JobRequest(pullRequest(), head: commit(2))) == QueueOutcome(.queued, ReviewJob.ID(2)))
      #expect(try await queue.states() == [.superseded, .queued])
      let job = try await queue.claimed().job
      #expect(job.head == commit(2))
      // The newer job inherits the queue time and the priority.
      #expect(job.queuedAt == since)
      #expect(job.priority == .command)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a head is queued once, and has the highest priority of all requests for this head`(engine: QueueEngine)
    async throws
  {
    try await engine.use { queue, _ in
      _ = try await queue.request(
        JobRequest(pullRequest(), head: commit(1), base: commit(9), priority: .reconcile, delay: .seconds(60)))
      let again = JobRequest(pullRequest(), head: commit(1), base: commit(9))
      #expect(try await queue.request(again) == QueueOutcome(.coalesced, ReviewJob.ID(1)))
      #expect(try await queue.claim(by: "worker") == nil)
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), priority: .command))
      let job = try await queue.claimed().job
      #expect(job.priority == .command)
      #expect(job.id == ReviewJob.ID(1))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a newer head cancels a running review, and starts after its end`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let first = try await queue.claimed()
      #expect(try await queue.renew(first).cancellation == nil)
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2)))
      #expect(try await queue.renew(first).cancellation == .superseded)
      #expect(try await queue.claim(by: "other") == nil)
      #expect(try await queue.finish(first, .stopped).state == .superseded)
      let second = try await queue.claimed()
      #expect(second.job.head == commit(2))
      // Its runner may detect the newer head itself.
      #expect(try await queue.finish(second, .superseded).state == .superseded)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a request for a running head is coalesced, unless it asks to repeat it`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), base: commit(9)))
      let lease = try await queue.claimed()
      let same = JobRequest(pullRequest(), head: commit(1), base: commit(9))
      #expect(try await queue.request(same) == QueueOutcome(.coalesced, ReviewJob.ID(1)))
      let repeated = JobRequest(pullRequest(), head: commit(1), base: commit(9), repeats: .always)
      #expect(try await queue.request(repeated) == QueueOutcome(.queued, ReviewJob.ID(2)))
      #expect(try await queue.renew(lease).cancellation == nil)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a reviewed head is not reviewed again, unless its base differs or a repetition is requested`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), base: commit(9)))
      try await queue.finish(queue.claimed(), .done(head: commit(1), verdict: "passed"))
      #expect(try await queue.reviewedHead(of: pullRequest()) == commit(1))
      let same = JobRequest(pullRequest(), head: commit(1))
      #expect(try await queue.request(same) == QueueOutcome(.alreadyReviewed))
      let rebased = JobRequest(pullRequest(), head: commit(1), base: commit(10))
      #expect(try await queue.request(rebased).kind == .queued)
      try await queue.finish(queue.claimed(), .done(head: commit(1), verdict: "passed"))
      let repeated = JobRequest(pullRequest(), head: commit(1), base: commit(10), repeats: .always)
      #expect(try await queue.request(repeated).kind == .queued)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a reviewed head is queued again only if the late job of an older head has published`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, _ in
      let newest = JobRequest(pullRequest(), head: commit(2), base: commit(9))
      _ = try await queue.request(newest)
      try await queue.finish(queue.claimed(), .done(head: commit(2), verdict: "passed"))
      let late = JobRequest(pullRequest(), head: commit(1), base: commit(9))
      #expect(try await queue.request(late).kind == .queued)
      #expect(try await queue.request(newest).kind == .alreadyReviewed)
      let lease = try await queue.claimed()
      #expect(lease.job.head == commit(1))
      #expect(try await queue.request(newest).kind == .alreadyReviewed)
      #expect(try await queue.renew(lease).cancellation == nil)

      let key = PublicationKey(pullRequest: pullRequest(), channel: .status, name: "reviewbot", head: commit(1))
      _ = try await queue.record(key, fingerprint: "pending", under: lease)
      #expect(try await queue.request(newest).kind == .queued)
      #expect(try await queue.renew(lease).cancellation == .superseded)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `what an earlier job of an older head published does not repeat the review of the newer head`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, clock in
      let older = JobRequest(pullRequest(), head: commit(1), base: commit(9))
      let newest = JobRequest(pullRequest(), head: commit(2), base: commit(9))
      let key = PublicationKey(pullRequest: pullRequest(), channel: .status, name: "reviewbot", head: commit(1))
      _ = try await queue.request(older)
      let first = try await queue.claimed()
      _ = try await queue.record(key, fingerprint: "pending", under: first)
      try await queue.confirm(key, remoteID: "1", under: first)
      _ = try await queue.request(newest)
      try await queue.finish(first, .stopped)
      try await queue.finish(queue.claimed(), .done(head: commit(2), verdict: "passed"))

      clock.advance(by: .seconds(1))
      #expect(try await queue.request(older).kind == .queued)
      #expect(try await queue.request(newest).kind == .alreadyReviewed)
      let late = try await queue.claimed()
      #expect(late.job.head == commit(1))
      #expect(try await queue.request(newest).kind == .alreadyReviewed)

      // It read from the forge that the older head is the current one again, and the forge shows its status already.
      guard case .published = try await queue.record(key, fingerprint: "pending", under: late) else {
        Issue.record("the status is written again")
        return
      }
      #expect(try await queue.request(newest).kind == .queued)
      #expect(try await queue.renew(late).cancellation == .superseded)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a running review that finishes despite a late older head is not repeated`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      let newest = JobRequest(pullRequest(), head: commit(2), base: commit(9))
      _ = try await queue.request(newest)
      let lease = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), base: commit(9)))
      #expect(try await queue.renew(lease).cancellation == .superseded)
      #expect(try await queue.request(newest) == QueueOutcome(.coalesced, lease.job.id))
      // It published before it read the cancellation.
      try await queue.finish(lease, .done(head: commit(2), verdict: "passed"))

      let late = try await queue.claimed()
      #expect(late.job.head == commit(1))
      // The late job reads the head from the forge.
      #expect(try await queue.request(newest).kind == .alreadyReviewed)
      try await queue.finish(late, .superseded)
      #expect(try await queue.claim(by: "worker") == nil)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a review stopped by a late delivery can be requested again while that delivery's job runs`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, _ in
      let newest = JobRequest(pullRequest(), head: commit(2), base: commit(9))
      _ = try await queue.request(newest)
      let lease = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), base: commit(9)))
      #expect(try await queue.request(newest).kind == .coalesced)
      #expect(try await queue.finish(lease, .stopped).state == .superseded)

      let late = try await queue.claimed()
      #expect(late.job.head == commit(1))
      #expect(try await queue.request(newest).kind == .queued)
      try await queue.finish(late, .superseded)
      #expect(try await queue.claimed().job.head == commit(2))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `after three stopped reviews in a row, the fourth is not stopped`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      var stopped: [Bool] = []
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      for head in 2...5 {
        let lease = try await queue.claimed()
        _ = try await queue.request(JobRequest(pullRequest(), head: commit(head)))
        let isStopped = try await queue.renew(lease).cancellation != nil
        stopped.append(isStopped)
        try await queue.finish(lease, isStopped ? .stopped : .done(head: lease.job.head, verdict: "passed"))
      }
      #expect(stopped == [true, true, true, false])
      // A finished job resets the count.
      let lease = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(6)))
      #expect(try await queue.renew(lease).cancellation == .superseded)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `newer heads delay a review by one minute at most`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      var head = 0
      var waited = Duration.zero
      while waited < .seconds(120) {
        head += 1
        _ = try await queue.request(JobRequest(pullRequest(), head: commit(head), delay: .seconds(5)))
        if try await queue.claim(by: "worker") != nil { break }
        clock.advance(by: .seconds(4))
        waited += .seconds(4)
      }
      #expect(waited == .seconds(60))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `commands are coalesced by subject only, and do not replace reviews`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      func command(_ subject: String) -> JobRequest {
        JobRequest(pullRequest(), kind: .command, subject: subject, head: commit(1), priority: .command)
      }
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      #expect(try await queue.request(command("7")) == QueueOutcome(.queued, ReviewJob.ID(2)))
      #expect(try await queue.request(command("8")) == QueueOutcome(.queued, ReviewJob.ID(3)))
      #expect(try await queue.request(command("7")) == QueueOutcome(.coalesced, ReviewJob.ID(2)))
      // One command at a time, in parallel with the review.
      #expect(try await queue.claimed().job.id == ReviewJob.ID(2))
      #expect(try await queue.claimed().job.kind == .review)
      #expect(try await queue.claim(by: "worker") == nil)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `closing a pull request cancels its queued job and stops its running job`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2)))
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(3)))
      try await queue.cancel(CancelRequest(pullRequest()))
      #expect(try await queue.renew(lease).cancellation == .closed)
      #expect(try await queue.finish(lease, .stopped).state == .cancelled)
      #expect(try await queue.states() == [.cancelled, .cancelled])
      #expect(try await queue.states(of: pullRequest(2)) == [.queued])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a newer branch tip supersedes a queued tip, and does not stop a running one`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, _ in
      let repository = PullRequestReference(of: pullRequest().repository)
      func tip(_ number: Int, of branch: String) -> JobRequest {
        JobRequest(repository, kind: .base, subject: branch, head: commit(number), priority: .reconcile)
      }
      _ = try await queue.request(tip(1, of: "main"))
      let first = try await queue.claimed()
      #expect(try await queue.request(tip(2, of: "main")).kind == .queued)
      #expect(try await queue.request(tip(3, of: "main")).kind == .queued)
      #expect(try await queue.request(tip(3, of: "main")).kind == .coalesced)
      #expect(try await queue.request(tip(3, of: "release")).kind == .queued)
      #expect(try await queue.renew(first).cancellation == nil)
      #expect(try await queue.states(of: repository) == [.running, .superseded, .queued, .queued])
      await #expect(
        failure { _ = try await queue.request(JobRequest(pullRequest(), kind: .base, head: commit(1))) }?.code
          == .invalid)
      await #expect(failure { _ = try await queue.request(JobRequest(repository, head: commit(1))) }?.code == .invalid)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a head with a dead review is reviewed again only on request`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      try await queue.fail(queue.claimed(), JobFailure("x", isTransient: false))
      let reconciled = JobRequest(pullRequest(), head: commit(1), priority: .reconcile)
      #expect(try await queue.request(reconciled).kind == .alreadyReviewed)
      #expect(try await queue.request(JobRequest(pullRequest(), head: commit(1), repeats: .always)).kind == .queued)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a head with a partial review is reviewed again after a change of the pull request`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, _ in
      let plain = JobRequest(pullRequest(), head: commit(1))
      let changed = JobRequest(pullRequest(), head: commit(1), repeats: .afterPartial)
      _ = try await queue.request(plain)
      try await queue.finish(queue.claimed(), .done(head: commit(1), verdict: ReviewJob.partialVerdict))
      #expect(try await queue.request(plain).kind == .alreadyReviewed)
      #expect(try await queue.request(changed).kind == .queued)
      try await queue.finish(queue.claimed(), .done(head: commit(1), verdict: "passed"))
      #expect(try await queue.request(changed).kind == .alreadyReviewed)
      // A review that is dead or was cancelled by the operator is repeated on request only.
      let repeated = JobRequest(pullRequest(), head: commit(1), repeats: .always)
      _ = try await queue.request(repeated)
      try await queue.fail(queue.claimed(), JobFailure("x", isTransient: false))
      #expect(try await queue.request(changed).kind == .alreadyReviewed)
      _ = try await queue.request(repeated)
      let cancelled = try await queue.claimed()
      _ = try await queue.cancel(cancelled.job.id)
      try await queue.finish(cancelled, .stopped)
      #expect(try await queue.request(changed).kind == .alreadyReviewed)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a head whose repeated review was stopped is reviewed again, unless the operator stopped it`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, _ in
      let request = JobRequest(pullRequest(), head: commit(1))
      let repeated = JobRequest(pullRequest(), head: commit(1), repeats: .always)
      _ = try await queue.request(request)
      try await queue.finish(queue.claimed(), .done(head: commit(1), verdict: "passed"))
      _ = try await queue.request(repeated)
      let closed = try await queue.claimed()
      _ = try await queue.cancel(CancelRequest(pullRequest()))
      try await queue.finish(closed, .stopped)
      #expect(try await queue.reviewedHead(of: pullRequest()) == nil)
      #expect(try await queue.request(request).kind == .queued)

      let again = try await queue.claimed()
      _ = try await queue.cancel(again.job.id)
      try await queue.finish(again, .stopped)
      #expect(try await queue.request(request).kind == .alreadyReviewed)
    }
  }
}
