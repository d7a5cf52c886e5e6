// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting
import Testing

@testable import ReviewServer

struct RunningJobsTests {
  private func job() async throws -> ReviewJob {
    let queue = InMemoryQueue(clock: ManualClock())
    _ = try await queue.request(JobRequest(reference(), head: commit(1)))
    return try #require(try await queue.claim(by: "test")).job
  }

  @Test func `a run that ends late does not affect the run that began after its lease was lost`() async throws {
    let running = RunningJobs()
    let job = try await job()
    let late = running.begin(job)
    let current = running.begin(job)
    running.end(late)
    #expect(running.count == 1)
    running.stopAll()
    #expect(current.isStopping)
  }

  @Test func `a job that is claimed during shutdown is stopped at once`() async throws {
    let running = RunningJobs()
    running.stopAll()
    #expect(running.begin(try await job()).isStopping)
  }
}
