// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewTesting
import Testing

struct LaneTests {
  @Test(arguments: QueueEngine.all)
  func `the limit of builds per repository does not apply to commands`(engine: QueueEngine) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 1
    try await engine.use(policy) { queue, _ in
      for number in 1...3 { _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1))) }
      _ = try await queue.request(JobRequest(pullRequest(3), kind: .command, subject: "7", head: .none))
      _ = try await queue.request(
        JobRequest(PullRequestReference(of: pullRequest().repository), kind: .settle, subject: "x", head: commit(9)))
      #expect(try await queue.claim(by: "worker", ClaimScope(lane: .builds))?.job.kind == .review)
      #expect(try await queue.claim(by: "worker", ClaimScope(lane: .builds)) == nil)
      var kinds: [ReviewJob.Kind] = []
      while let lease = try await queue.claim(by: "worker", ClaimScope(lane: .commands)) {
        kinds.append(lease.job.kind)
      }
      #expect(kinds == [.command, .settle])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a running command does not count towards the limit of builds`(engine: QueueEngine) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 1
    try await engine.use(policy) { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(1), kind: .command, subject: "7", head: .none))
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(1)))
      _ = try await queue.claim(by: "worker", ClaimScope(lane: .commands))
      #expect(try await queue.claim(by: "worker", ClaimScope(lane: .builds))?.job.pullRequest == pullRequest(2))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `jobs of an excluded forge or repository are not claimed`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      for name in ["a", "b"] { _ = try await queue.request(JobRequest(pullRequest(in: name), head: commit(1))) }
      #expect(try await queue.claim(by: "worker", ClaimScope(excludedForges: ["github"])) == nil)
      let scope = ClaimScope(excludedRepositories: [pullRequest(in: "a").repository])
      #expect(try await queue.claim(by: "worker", scope)?.job.pullRequest == pullRequest(in: "b"))
      #expect(try await queue.claim(by: "worker", scope) == nil)
      #expect(try await queue.claimed().job.pullRequest == pullRequest(in: "a"))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a queued review is announced, but not while another review runs`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), delay: .seconds(5), announces: true))
      let announcement = try await queue.claimed()
      #expect(announcement.job.kind == .announce)
      #expect(announcement.job.head == commit(1))
      // Otherwise the pending status could follow the final one.
      clock.advance(by: .seconds(5))
      #expect(try await queue.claim(by: "worker") == nil)
      try await queue.finish(announcement, .done(head: commit(1), verdict: "announced"))
      let review = try await queue.claimed()
      #expect(review.job.kind == .review)
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2), announces: true))
      #expect(try await queue.claim(by: "worker") == nil)
      try await queue.finish(review, .superseded)
      #expect(try await queue.claimed().job.head == commit(2))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `the announcement of a review that has begun is dropped`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), announces: true))
      let review = try #require(try await queue.claim(by: "worker", ClaimScope(lane: .builds)))
      #expect(review.job.kind == .review)
      let jobs = try await queue.jobs(JobFilter())
      #expect(jobs.map(\.kind) == [.announce, .review])
      #expect(jobs.map(\.state) == [.superseded, .running])
      // That of a newer head is not.
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2), announces: true))
      try await queue.finish(review, .superseded)
      #expect(try await queue.claimed().job.kind == .announce)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a coalesced request announces the review, unless something was published for its head`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, _ in
      func announcements() async throws -> [ReviewJob.State] {
        try await queue.jobs(JobFilter()).filter { $0.kind == .announce }.map(\.state)
      }
      let request = JobRequest(pullRequest(), head: commit(1), delay: .seconds(5), announces: true)
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1), delay: .seconds(5)))
      #expect(try await announcements() == [])
      for _ in 0..<2 { #expect(try await queue.request(request).kind == .coalesced) }
      #expect(try await announcements() == [.queued])
      let announcement = try await queue.claimed()
      let key = PublicationKey(pullRequest: pullRequest(), channel: .status, name: "reviewbot", head: commit(1))
      _ = try await queue.record(key, fingerprint: "pending:1", under: announcement)
      try await queue.confirm(key, remoteID: "1", under: announcement)
      try await queue.finish(announcement, .done(head: commit(1), verdict: "announced"))
      #expect(try await queue.request(request).kind == .coalesced)
      #expect(try await announcements() == [.done])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `only the newest head is announced`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      for head in 1...3 {
        _ = try await queue.request(JobRequest(pullRequest(), head: commit(head), delay: .seconds(5), announces: true))
      }
      let open = try await queue.jobs(JobFilter(states: [.queued]))
      #expect(open.map(\.kind) == [.announce, .review])
      #expect(open.map(\.head) == [commit(3), commit(3)])
    }
  }
}
