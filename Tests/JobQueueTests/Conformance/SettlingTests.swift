// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting
import Testing

struct SettlingTests {
  @Test(arguments: QueueEngine.all)
  func `the jobs of a repository that is gone end, and what it shows is forgotten`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      let other = pullRequest(1, in: "acme/other")
      // Reviewed, with a status that is still pending.
      _ = try await queue.request(JobRequest(pullRequest(1), head: commit(1)))
      let done = try await queue.claimed()
      let key = PublicationKey(pullRequest: pullRequest(1), channel: .status, name: "reviewbot", head: commit(1))
      _ = try await queue.record(key, fingerprint: "pending:1", under: done)
      try await queue.confirm(key, remoteID: "1", under: done)
      _ = try await queue.finish(done, .done(head: commit(1), verdict: "passed"))
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(2)))
      let running = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(3), head: commit(3)))
      _ = try await queue.request(JobRequest(pullRequest(4), head: commit(4), needsApproval: true))
      _ = try await queue.request(JobRequest(other, head: commit(5)))

      #expect(try await queue.settle(pullRequest().repository) == 4)
      #expect(try await queue.states(of: pullRequest(1)) == [.done])
      #expect(try await queue.renew(running).cancellation == .closed)
      #expect(try await queue.states(of: pullRequest(3)) == [.cancelled])
      #expect(try await queue.states(of: pullRequest(4)) == [.cancelled])
      #expect(try await queue.states(of: other) == [.queued])
      #expect(try await queue.unsettledPublications(marked: "pending:") == [])
      #expect(try await queue.reviewedHead(of: pullRequest(1)) == nil)
      // Once is enough.
      #expect(try await queue.settle(pullRequest().repository) == 0)
      #expect(try await queue.settle(RepositoryReference(forge: "github", name: "acme/unknown")) == 0)
      // The repository is back.
      #expect(try await queue.request(JobRequest(pullRequest(1), head: commit(1))).kind == .queued)
    }
  }
}
