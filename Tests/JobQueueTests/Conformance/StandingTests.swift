// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

/// Where a job stands in the queue.
struct StandingTests {
  private let policy = QueuePolicy()

  private func standing(
    _ number: Int64, in queue: any ReviewQueue, workers: Int? = nil
  ) async throws -> JobStanding {
    let job = try #require(try await queue.job(ReviewJob.ID(number)))
    return try await queue.standing(of: job, workers: workers, policy: policy)
  }

  @Test(arguments: QueueEngine.all)
  func `the places are the order in which jobs are claimed`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      for (number, name) in [(1, "a"), (2, "a"), (3, "a"), (1, "b"), (1, "c"), (2, "b")] {
        clock.advance(by: .seconds(1))
        _ = try await queue.request(JobRequest(pullRequest(number, in: name), head: commit(1)))
      }
      _ = try await queue.request(JobRequest(pullRequest(9, in: "c"), head: commit(1), priority: .reconcile))
      _ = try await queue.request(JobRequest(pullRequest(5), kind: .command, subject: "1", head: .none))
      var places: [Int: Int64] = [:]
      for number in Int64(1)...7 {
        let standing = try await standing(number, in: queue)
        guard case .ready(_, let overall) = standing.state else {
          Issue.record("job \(number) is not ready: \(standing)")
          continue
        }
        #expect(overall.count == 7)
        places[overall.number] = number
      }
      #expect(
        try await standing(3, in: queue).state
          == .ready(inRepository: .init(3, of: 3), overall: .init(places.first { $0.value == 3 }?.key ?? 0, of: 7)))
      #expect(
        try await standing(8, in: queue).state == .ready(inRepository: .init(1, of: 1), overall: .init(1, of: 1)))
      var claimed: [Int64] = []
      while let lease = try await queue.claim(by: "worker", ClaimScope(lane: .builds)) {
        claimed.append(lease.job.id.number)
        try await queue.finish(lease, .done(head: lease.job.head, verdict: "passed"))
      }
      #expect(claimed == places.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a job that cannot start says what it waits for`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(1), head: commit(1), needsApproval: true))
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(1), delay: .seconds(50)))
      _ = try await queue.request(JobRequest(pullRequest(1, in: "b"), head: commit(1)))
      let scope = PauseScope.repository(pullRequest(in: "b").repository)
      try await queue.perform(.pause(scope), by: Attribution(person: "ada", reason: "upgrade"))
      #expect(try await standing(1, in: queue).state == .unapproved)
      #expect(try await standing(2, in: queue).state == .delayed(until: clock.now + .seconds(50)))
      guard case .paused(let pause) = try await standing(3, in: queue).state else {
        Issue.record("the job is not paused")
        return
      }
      #expect(pause.author == "ada")
      #expect(pause.reason == "upgrade")
      clock.advance(by: .seconds(50))
      let lease = try await queue.claimed()
      #expect(try await standing(lease.job.id.number, in: queue).state == .running)
      try await queue.finish(lease, .done(head: lease.job.head, verdict: "passed"))
      #expect(try await standing(lease.job.id.number, in: queue).state == .finished)
    }
  }

  /// Reviews of 100, 200 and 900 s: the median is 200 s.
  private func history(_ queue: any ReviewQueue, _ clock: ManualClock) async throws {
    for (number, seconds) in [(1, 100), (2, 900), (3, 200)] {
      _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1)))
      let lease = try await queue.claimed()
      clock.advance(by: .seconds(seconds))
      // The lease has expired, but no other worker has claimed the job.
      try await queue.finish(lease, .done(head: lease.job.head, verdict: "passed"))
    }
  }

  @Test(arguments: [
    // The number of running builds, of workers, the place, the minutes of waiting in halves of a review of 200 s.
    (0, 1, 1, 0), (0, 1, 2, 2), (1, 1, 1, 1), (1, 1, 2, 3), (1, 2, 1, 0), (2, 2, 1, 1), (2, 2, 3, 3), (2, 2, 2, 1),
  ])
  func `the wait is estimated from the place, the workers and the median`(
    running: Int, workers: Int, place: Int, halves: Int
  ) async throws {
    try await QueueEngine.model.use { queue, clock in
      try await history(queue, clock)
      for number in 11..<(11 + running + place) {
        _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1)))
      }
      for _ in 0..<running { _ = try await queue.claimed() }
      let last = try await queue.jobs(JobFilter(states: [.queued], limit: 1)).first?.id.number ?? 0
      let standing = try await standing(last, in: queue, workers: workers)
      #expect(standing.state == .ready(inRepository: .init(place, of: place), overall: .init(place, of: place)))
      #expect(standing.run == .seconds(200))
      #expect(standing.wait == .seconds(100 * halves))
      #expect(try await self.standing(last, in: queue).wait == nil)
    }
  }

  @Test func `the rest of a running review is estimated from its start`() async throws {
    try await QueueEngine.model.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(9, in: "new"), head: commit(1)))
      #expect(try await standing(1, in: queue, workers: 1).run == nil)
      _ = try await queue.cancel(ReviewJob.ID(1))
      try await history(queue, clock)
      _ = try await queue.request(JobRequest(pullRequest(9), head: commit(1)))
      let lease = try await queue.claimed()
      clock.advance(by: .seconds(50))
      #expect(try await standing(lease.job.id.number, in: queue).run == .seconds(150))
      clock.advance(by: .seconds(500))
      #expect(try await standing(lease.job.id.number, in: queue).run == .zero)
    }
  }
}
