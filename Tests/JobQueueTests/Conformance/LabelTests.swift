// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

struct LabelTests {
  private let plain = ClaimScope()
  private let labelled = ClaimScope(labels: Set(labels("large", "swift-6.3", "x86_64")))

  @Test(arguments: QueueEngine.all)
  func `a job whose labels a machine lacks is queued again for one that has them all`(engine: QueueEngine) async throws
  {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let first = try await queue.claimed()
      clock.advance(by: .seconds(5))
      let job = try await queue.finish(first, .needsLabels(labels("large", "swift-6.3")))
      #expect(job.state == .queued)
      #expect(job.labels == labels("large", "swift-6.3"))
      #expect(job.attempts == 0)
      #expect(job.owner == nil)
      #expect(try await queue.job(job.id) == job)
      #expect(try await queue.claim(by: "worker", plain) == nil)
      #expect(try await queue.claim(by: "worker", ClaimScope(labels: Set(labels("large")))) == nil)
      let second = try #require(await queue.claim(by: "other", labelled))
      #expect(second.job.id == job.id)
      #expect(second.job.attempts == 1)
      #expect(second.fence > first.fence)
      #expect(try await queue.finish(second, .done(head: commit(1), verdict: "passed")).state == .done)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `later builds of a repository inherit its labels, and other jobs have no labels`(engine: QueueEngine)
    async throws
  {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(1), head: commit(1)))
      try await queue.finish(queue.claimed(), .needsLabels(labels("large")))
      let repository = PullRequestReference(of: pullRequest().repository)
      for (request, expected) in [
        (JobRequest(pullRequest(2), head: commit(2), needsApproval: true), labels("large")),
        (JobRequest(repository, kind: .base, subject: "main", head: commit(3)), labels("large")),
        (JobRequest(pullRequest(2), kind: .command, subject: "7", head: .none), []),
        (JobRequest(pullRequest(1, in: "acme/other"), head: commit(1)), []),
      ] {
        let id = try #require(await queue.request(request).job)
        #expect(try await queue.job(id)?.labels == expected)
      }
      // The labels that were read last apply; `nil` leaves them unchanged.
      var builds = labelled
      builds.lane = .builds
      builds.excludedRepositories = [pullRequest(in: "acme/other").repository]
      for (number, known, expected) in [(3, nil, labels("large")), (4, [], [])]
        as [(Int, [WorkerLabel]?, [WorkerLabel])]
      {
        let lease = try #require(await queue.claim(by: "worker", builds))
        try await queue.finish(lease, .done(head: commit(1), verdict: "passed", labels: known))
        let id = try #require(await queue.request(JobRequest(pullRequest(number), head: commit(4))).job)
        #expect(try await queue.job(id)?.labels == expected)
      }
    }
  }

  @Test(arguments: QueueEngine.all)
  func `after ten minutes without a matching machine, any machine can claim the job`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      try await queue.finish(queue.claimed(), .needsLabels(labels("large")))
      clock.advance(by: .seconds(599))
      #expect(try await queue.claim(by: "worker", plain) == nil)
      clock.advance(by: .seconds(1))
      let look = try await queue.claimed()
      #expect(look.job.attempts == 1)
      // The labels are still required.
      #expect(try await queue.finish(look, .needsLabels(labels("large"))).attempts == 0)
      #expect(try await queue.claim(by: "worker", plain) == nil)
      #expect(try await queue.claim(by: "worker", labelled) != nil)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a job that waits for labels does not block other jobs`(engine: QueueEngine) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 1
    try await engine.use(policy) { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(1), head: commit(1)))
      try await queue.finish(queue.claimed(), .needsLabels(labels("large")))
      clock.advance(by: .seconds(1))
      // The limit of the repository applies to all workers, and another job takes the turn.
      _ = try await queue.request(JobRequest(pullRequest(2), kind: .command, subject: "7", head: .none))
      #expect(try await queue.claim(by: "worker", plain)?.job.kind == .command)
      let running = try #require(await queue.claim(by: "other", labelled))
      _ = try await queue.request(JobRequest(pullRequest(3), head: commit(3)))
      #expect(try await queue.claim(by: "other", labelled) == nil)
      try await queue.finish(running, .done(head: commit(1), verdict: "passed", labels: []))
      #expect(try await queue.claim(by: "other", labelled)?.job.pullRequest == pullRequest(3))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a job that was cancelled or replaced while it ran does not wait for labels`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(1), head: commit(1)))
      let cancelled = try await queue.claimed()
      try await queue.cancel(cancelled.job.id)
      #expect(try await queue.finish(cancelled, .needsLabels(labels("large"))).state == .cancelled)
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(1)))
      let replaced = try #require(await queue.claim(by: "worker", labelled))
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(2)))
      #expect(try await queue.finish(replaced, .needsLabels(labels("large"))).state == .superseded)
      #expect(await failure { _ = try await queue.finish(replaced, .needsLabels([])) }?.code == .leaseLost)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `ready builds are counted by label`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      for (number, names) in [(1, labels("large")), (2, labels("large", "swift-6.3"))] {
        _ = try await queue.request(JobRequest(pullRequest(number, in: "acme/\(number)"), head: commit(1)))
        try await queue.finish(queue.claimed(), .needsLabels(names))
      }
      _ = try await queue.request(JobRequest(pullRequest(3), head: commit(1), delay: .seconds(5)))
      _ = try await queue.request(JobRequest(pullRequest(3), kind: .command, subject: "7", head: .none))
      var statistics = try await queue.statistics()
      let expected = Dictionary(uniqueKeysWithValues: zip(labels("large", "swift-6.3"), [2, 1]))
      #expect(statistics.readyBuilds == expected)
      #expect(statistics.readyBuildsAnywhere == 0)
      clock.advance(by: .seconds(5))
      statistics = try await queue.statistics()
      #expect(statistics.readyBuilds == expected)
      #expect(statistics.readyBuildsAnywhere == 1)
      while try await queue.claim(by: "worker", labelled) != nil {}
      statistics = try await queue.statistics()
      #expect(statistics.readyBuilds.isEmpty)
      #expect(statistics.readyBuildsAnywhere == 0)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `more labels than a repository may ask for are refused`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      let many = (0...WorkerLabel.mostWanted).compactMap { WorkerLabel("label-\($0)") }
      #expect(await failure { _ = try await queue.finish(lease, .needsLabels(many)) }?.code == .invalid)
      #expect(try await queue.finish(lease, .needsLabels(many.dropLast())).labels == many.dropLast())
    }
  }
}
