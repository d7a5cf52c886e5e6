// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import Testing

@testable import JobQueue

/// Applies thousands of random steps to the queue and to the model.
struct RandomHistoryTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the queue behaves like the model, and its invariants hold`(seed: UInt64) async throws {
    try await withScratchDirectory { folder in
      var policy = QueuePolicy()
      policy.maximumAttempts = 3
      policy.retention.finishedJobs = .seconds(3600)
      policy.retention.deliveries = .seconds(7200)
      let clock = ManualClock()
      var queue = try SQLiteQueue(folder.settings(policy: policy, clock: clock))
      let model = InMemoryQueue(policy: policy, clock: clock)
      var history = RandomHistory(seed: seed)
      var lastFence: Int64 = 0
      for step in 0..<1500 {
        history.advance(clock)
        let operation = history.nextHousekeeping() ?? history.next(clock.now)
        let done = await operation.perform(on: queue)
        let expected = await operation.perform(on: model)
        guard done == expected else {
          Issue.record("step \(step) of seed \(seed): \(done) instead of \(expected)")
          return
        }
        if case .lease(let lease?) = done {
          #expect(lease.fence > lastFence)
          lastFence = lease.fence
          history.leases.append(lease)
        }
        if step.isMultiple(of: 100) {
          try await compare(queue, model)
          // Without running jobs, a restart changes nothing.
          if step.isMultiple(of: 300), try await queue.statistics().running == 0 {
            try await queue.close()
            queue = try SQLiteQueue(folder.settings(policy: policy, clock: clock))
          }
        }
      }
      try await compare(queue, model)
      try await queue.close()
    }
  }

  private func compare(_ queue: SQLiteQueue, _ model: InMemoryQueue) async throws {
    let jobs = try await queue.jobs(JobFilter(limit: 1000))
    #expect(try await model.jobs(JobFilter(limit: 1000)) == jobs)
    #expect(try await model.statistics() == queue.statistics())
    struct Place: Hashable {
      let pullRequest: PullRequestReference
      let kind: ReviewJob.Kind
      var subject = ""
    }
    let running = jobs.filter { $0.state == .running }.map { Place(pullRequest: $0.pullRequest, kind: $0.kind) }
    #expect(Set(running).count == running.count, "a pull request runs twice")
    let open = jobs.filter { $0.state == .queued || $0.state == .waiting }
    let places = open.map { Place(pullRequest: $0.pullRequest, kind: $0.kind, subject: $0.subject) }
    #expect(Set(places).count == places.count, "a pull request is queued twice")
    for number in 1...4 {
      let reference = pullRequest(number, in: "acme/\(number % 3)")
      #expect(try await model.publications(of: reference) == queue.publications(of: reference))
      #expect(try await model.reviewedHead(of: reference) == queue.reviewedHead(of: reference))
    }
  }
}
