// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting
import Testing

/// Random steps, each through another opener of one queue.
@Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
struct SharedHistoryTests {
  @Test(.thorough, arguments: [11, 12, 13] as [UInt64])
  func `four openers of one queue behave like the model`(seed: UInt64) async throws {
    var policy = QueuePolicy()
    policy.maximumAttempts = 3
    policy.retention.finishedJobs = .seconds(3600)
    policy.retention.deliveries = .seconds(7200)
    try await PostgresDatabase.use(openers: 4, policy) { queues, clock in
      let model = InMemoryQueue(policy: policy, clock: clock)
      var history = RandomHistory(seed: seed)
      for step in 0..<500 {
        history.advance(clock)
        let operation = history.nextHousekeeping() ?? history.next(clock.now)
        let done = await operation.perform(on: queues[step % 4])
        let expected = await operation.perform(on: model)
        guard done == expected else {
          Issue.record("step \(step) of seed \(seed): \(done) instead of \(expected)")
          return
        }
        if case .lease(let lease?) = done { history.leases.append(lease) }
      }
      let jobs = try await queues[0].jobs(JobFilter(limit: 1000))
      #expect(try await model.jobs(JobFilter(limit: 1000)) == jobs)
      let statistics = try await queues[1].statistics()
      #expect(try await model.statistics() == statistics)
      for number in 1...4 {
        let reference = pullRequest(number, in: "acme/\(number % 3)")
        let publications = try await queues[2].publications(of: reference)
        #expect(try await model.publications(of: reference) == publications)
        let head = try await queues[3].reviewedHead(of: reference)
        #expect(try await model.reviewedHead(of: reference) == head)
      }
    }
  }
}
