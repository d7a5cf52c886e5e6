// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewTesting
import Testing

struct MachinePreferenceTests {
  private let here = ClaimScope(machine: "here")
  private let there = ClaimScope(machine: "there")

  /// Reviews a pull request of the sample repository on a machine.
  private func review(_ number: Int, by scope: ClaimScope, _ queue: any ReviewQueue) async throws {
    _ = try await queue.request(JobRequest(pullRequest(number), head: commit(number)))
    let lease = try #require(await queue.claim(by: "worker", scope))
    try await queue.finish(lease, .done(head: commit(number), verdict: "passed", labels: []))
  }

  @Test(arguments: QueueEngine.all)
  func `the machine of a repository's last build is preferred for ten seconds`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, clock in
      try await review(1, by: here, queue)
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(2)))
      clock.advance(by: .seconds(1))
      // Any machine may build another repository.
      _ = try await queue.request(JobRequest(pullRequest(1, in: "acme/other"), head: commit(1)))
      #expect(try await queue.claim(by: "worker", there)?.job.pullRequest == pullRequest(1, in: "acme/other"))
      clock.advance(by: .milliseconds(8_999))
      #expect(try await queue.claim(by: "worker", there) == nil)
      clock.advance(by: .milliseconds(1))
      #expect(try await queue.claim(by: "worker", there)?.job.pullRequest == pullRequest(2))
      // Now the other machine is preferred.
      _ = try await queue.request(JobRequest(pullRequest(3), head: commit(3)))
      #expect(try await queue.claim(by: "worker", here) == nil)
      #expect(try await queue.claim(by: "worker", there) != nil)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `the waiting time for the preferred machine begins when the job can start`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      try await review(1, by: here, queue)
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(2), delay: .seconds(30)))
      _ = try await queue.request(JobRequest(pullRequest(3), head: commit(3), needsApproval: true))
      clock.advance(by: .seconds(30))
      try await queue.approve(Approval(pullRequest: pullRequest(3), head: commit(3), approver: "ada"))
      #expect(try await queue.claim(by: "worker", there) == nil)
      clock.advance(by: .seconds(10))
      #expect(try await queue.claim(by: "worker", there) != nil)
      #expect(try await queue.claim(by: "worker", there) != nil)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `commands, retries and jobs of a lost machine do not wait for a machine`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      try await review(1, by: here, queue)
      _ = try await queue.request(JobRequest(pullRequest(1), kind: .command, subject: "7", head: .none))
      #expect(try await queue.claim(by: "worker", there)?.job.kind == .command)
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(2)))
      let lost = try #require(await queue.claim(by: "worker", here))
      clock.advance(by: .seconds(60))
      let second = try #require(await queue.claim(by: "worker", ClaimScope(lane: .builds, machine: "there")))
      #expect(second.job.id == lost.job.id)
      try await queue.fail(second, JobFailure("x", isTransient: true))
      clock.advance(by: .seconds(60))
      #expect(try await queue.claim(by: "worker", ClaimScope(lane: .builds, machine: "here"))?.job.id == lost.job.id)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a machine without the labels of a repository is not preferred for it`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(1), head: commit(1)))
      try await queue.finish(#require(await queue.claim(by: "worker", here)), .needsLabels(labels("large")))
      let other = ClaimScope(labels: Set(labels("large")), machine: "there")
      #expect(try await queue.claim(by: "worker", other)?.job.pullRequest == pullRequest(1))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a claim without a machine ignores the preference, and does not change it`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      try await review(1, by: here, queue)
      try await review(2, by: ClaimScope(), queue)
      _ = try await queue.request(JobRequest(pullRequest(3), head: commit(3)))
      #expect(try await queue.claim(by: "worker", there) == nil)
      #expect(try await queue.claim(by: "worker", ClaimScope()) != nil)
    }
  }
}
