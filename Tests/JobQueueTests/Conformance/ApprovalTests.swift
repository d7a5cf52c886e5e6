// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting
import Testing

struct ApprovalTests {
  private func request(_ head: Int) -> JobRequest {
    JobRequest(pullRequest(), head: commit(head), needsApproval: true)
  }

  private func approval(_ head: Int) -> Approval {
    Approval(pullRequest: pullRequest(), head: commit(head), approver: "ada")
  }

  @Test(arguments: QueueEngine.all)
  func `a stranger's commit waits until that commit is approved`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      #expect(try await queue.request(request(1)) == QueueOutcome(.waiting, ReviewJob.ID(1)))
      #expect(try await queue.claim(by: "worker") == nil)
      #expect(try await queue.approve(approval(2)) == [])
      #expect(try await queue.claim(by: "worker") == nil)
      clock.advance(by: .seconds(100))
      #expect(try await queue.approve(approval(1)) == [ReviewJob.ID(1)])
      #expect(try await queue.isApproved(commit(1), of: pullRequest()))
      #expect(try await !queue.isApproved(commit(3), of: pullRequest()))
      #expect(try await !queue.isApproved(commit(1), of: pullRequest(2)))
      let job = try await queue.claimed().job
      #expect(job.head == commit(1))
      #expect(job.queuedAt == clock.now)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `an approval does not apply to later pushes`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(request(1))
      try await queue.approve(approval(1))
      #expect(try await queue.request(request(2)) == QueueOutcome(.waiting, ReviewJob.ID(2)))
      #expect(try await queue.claim(by: "worker") == nil)
      #expect(try await queue.states() == [.superseded, .waiting])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `an approval applies to a request that arrives later, and to a retry`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      #expect(try await queue.approve(approval(1)) == [])
      #expect(try await queue.request(request(1)).kind == .queued)
      try await queue.fail(queue.claimed(), JobFailure("x", isTransient: false))
      #expect(try await queue.retry(ReviewJob.ID(1)).state == .queued)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `an approval is for one pull request`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      try await queue.approve(approval(1))
      let other = JobRequest(pullRequest(2), head: commit(1), needsApproval: true)
      #expect(try await queue.request(other).kind == .waiting)
      // A retry of a cancelled job does not bypass the approval.
      try await queue.cancel(ReviewJob.ID(1))
      #expect(try await queue.retry(ReviewJob.ID(1)).state == .waiting)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a job that finishes as needing approval waits for the approval`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let first = try await queue.claimed()
      #expect(try await queue.finish(first, .needsApproval).state == .waiting)
      #expect(try await queue.claim(by: "worker") == nil)
      // A second request for the same head changes nothing; one for another head replaces it.
      #expect(
        try await queue.request(JobRequest(pullRequest(), head: commit(1), needsApproval: true)).kind == .coalesced)
      #expect(try await queue.approve(approval(1)) == [first.job.id])
      let second = try await queue.claimed()
      #expect(second.job.id == first.job.id)
      #expect(second.job.attempts == 1)
      // An approval during the run is not missed.
      #expect(try await queue.finish(second, .needsApproval).state == .queued)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a job that needs an approval is superseded by a newer head`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let first = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2)))
      #expect(try await queue.finish(first, .needsApproval).state == .superseded)
      #expect(try await queue.states() == [.superseded, .queued])
    }
  }
}
