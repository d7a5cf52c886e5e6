// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

/// The words for where a job stands.
struct StandingTextTests {
  private func text(
    _ request: JobRequest, _ change: (InMemoryQueue, ManualClock) async throws -> Void = { _, _ in }
  ) async throws -> (state: String?, estimate: String?) {
    let clock = ManualClock()
    let queue = InMemoryQueue(clock: clock)
    _ = try await queue.request(request)
    try await change(queue, clock)
    let job = try #require(try await queue.job(ReviewJob.ID(1)))
    let standing = try await queue.standing(of: job, workers: 1, policy: queue.policy)
    return (StandingText.state(standing, of: job), StandingText.estimate(standing))
  }

  @Test func `a job that could start has its places`() async throws {
    let found = try await text(JobRequest(reference(1), head: commit(1))) { queue, _ in
      _ = try await queue.request(JobRequest(reference(2), head: commit(2)))
    }
    #expect(found.state == "1 of 2 in this repository, 1 of 2 in all")
    #expect(found.estimate == nil)
  }

  @Test func `a job that waits says for what`() async throws {
    let unapproved = try await text(JobRequest(reference(1), head: commit(1), needsApproval: true))
    #expect(unapproved.state == "waits for the approval of \(commit(1).short)")
    let delayed = try await text(JobRequest(reference(1), head: commit(1), delay: .seconds(60)))
    #expect(delayed.state == "not before \((ManualClock().now + .seconds(60)).text)")
    let paused = try await text(JobRequest(reference(1), head: commit(1))) { queue, _ in
      try await queue.perform(.pause(.all), by: Attribution(person: "ada", reason: "upgrade"))
    }
    #expect(paused.state?.hasPrefix("paused: all, since 2026") == true)
    #expect(paused.state?.hasSuffix(", by ada: upgrade") == true)
  }

  @Test func `a job that runs, or is finished, waits for nothing`() async throws {
    let running = try await text(JobRequest(reference(1), head: commit(1))) { queue, _ in
      _ = try await queue.claim(by: "worker")
    }
    #expect(running.state == nil)
    let finished = try await text(JobRequest(reference(1), head: commit(1))) { queue, _ in
      _ = try await queue.cancel(ReviewJob.ID(1))
    }
    #expect(finished.state == nil)
    #expect(finished.estimate == nil)
  }

  @Test func `a job among too many has no place`() async throws {
    let clock = ManualClock()
    let queue = InMemoryQueue(clock: clock)
    _ = try await queue.request(JobRequest(reference(1), head: commit(1)))
    _ = try await queue.request(JobRequest(reference(2), head: commit(2)))
    let jobs = try await queue.jobs(JobFilter())
    let first = try #require(jobs.first { $0.id == ReviewJob.ID(1) })
    // The list of open jobs is limited, and this one is not in it.
    let others = jobs.filter { $0.id != first.id }
    let standing = JobStanding(of: first, among: others, pauses: [], policy: queue.policy, now: clock.now)
    #expect(standing.state == .unplaced)
    #expect(standing.wait == nil)
    #expect(StandingText.state(standing, of: first) == "among more than \(JobFilter.largestLimit) jobs")
    #expect(StandingText.estimate(standing) == nil)
  }

  @Test(arguments: [
    (100, 0, "starts now, takes about 100 s"), (7_000, 0, "starts now, takes about 117 min"),
    (100, 60, "ends in about 40 s"), (100, 100, "ends soon"), (300, 90, "ends in about 4 min"),
  ])
  func `estimates are rounded`(duration: Int, elapsed: Int, text: String) async throws {
    let clock = ManualClock()
    let queue = InMemoryQueue(clock: clock)
    _ = try await queue.request(JobRequest(reference(1), head: commit(1)))
    let lease = try #require(try await queue.claim(by: "worker"))
    clock.advance(by: .seconds(duration))
    _ = try await queue.finish(lease, .done(head: commit(1), verdict: "passed"))
    _ = try await queue.request(JobRequest(reference(2), head: commit(2)))
    if elapsed > 0 { _ = try await queue.claim(by: "worker") }
    clock.advance(by: .seconds(elapsed))
    let job = try #require(try await queue.jobs(JobFilter(states: [.queued, .running])).first)
    let standing = try await queue.standing(of: job, workers: 1, policy: queue.policy)
    #expect(StandingText.estimate(standing) == text)
  }
}
