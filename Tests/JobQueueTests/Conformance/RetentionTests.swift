// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting
import Testing

struct RetentionTests {
  @Test(arguments: QueueEngine.all)
  func `old finished jobs and deliveries are deleted, and open jobs are kept`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.record(
        delivery("old"), effect: .request(JobRequest(pullRequest(1), head: commit(1), needsApproval: false)))
      try await queue.finish(queue.claimed(), .done(head: commit(1), verdict: "passed"))
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(2), needsApproval: true))
      clock.advance(by: .seconds(29 * 86_400))
      #expect(try await queue.sweep() == 0)
      clock.advance(by: .seconds(2 * 86_400))
      #expect(try await queue.sweep() == 1)
      #expect(try await queue.jobs(JobFilter()).map(\.state) == [.waiting])
      #expect(try await queue.reviewedHead(of: pullRequest(1)) == commit(1))
      clock.advance(by: .seconds(60 * 86_400))
      _ = try await queue.record(delivery("new"), effect: .ignored)
      #expect(try await queue.sweep() == 1)
      #expect(try await queue.delivery("old", from: "github") == nil)
      #expect(try await queue.delivery("new", from: "github") != nil)
      clock.advance(by: .seconds(400 * 86_400))
      // The delivery and the pull request without an open job.
      #expect(try await queue.sweep() == 2)
      #expect(try await queue.reviewedHead(of: pullRequest(1)) == nil)
      #expect(try await queue.states(of: pullRequest(2)) == [.waiting])
    }
  }

  @Test(.thorough, arguments: QueueEngine.all)
  func `a sweep deletes more than one batch`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      for number in 1...1201 { _ = try await queue.record(delivery("\(number)"), effect: .ignored) }
      clock.advance(by: .seconds(91 * 86_400))
      #expect(try await queue.sweep() == 1201)
      #expect(try await queue.record(delivery("1"), effect: .ignored) == .recorded(QueueOutcome(.ignored)))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `old approvals and publications of heads are deleted, but not comments`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      try await queue.approve(Approval(pullRequest: pullRequest(), head: commit(1), approver: "ada"))
      let lease = try await queue.claimed()
      for channel in PublicationKey.Channel.allCases {
        let key = PublicationKey(pullRequest: pullRequest(), channel: channel, name: "reviewbot", head: commit(1))
        _ = try await queue.record(key, fingerprint: "a", under: lease)
      }
      clock.advance(by: .seconds(91 * 86_400))
      #expect(try await queue.sweep() == 3)
      #expect(try await queue.publications(of: pullRequest()).map(\.key.channel) == [.comment])
    }
  }
}
