// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewServer
import ReviewTesting
import Testing

/// The reaction of a daemon to changes by other processes that share its queue.
struct OtherProcessesTests {
  @Test func `a job of another process is started without polling`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1))
      _ = try await run.queue.request(JobRequest(reference(), head: commit(1)))
      run.queue.notify(of: .jobs)
      try await run.queue.signal.wait { try await run.states() == [.done] }
      #expect(run.forge.comments(on: 1).count == 1)
    }
  }

  @Test func `a cancellation by another process stops the review before the next renewal`() async throws {
    let hold = Gate()
    var times = DaemonTimes.quick
    times.beat = .seconds(86_400)
    // The gate is never opened.
    try await withDaemon(times: times, script: { _ in try await hold.pass() }) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { run.reviewer.reviewed.withLock { $0 } == [commit(1)] }
      let job = try #require(try await run.queue.jobs(JobFilter(states: [.running])).first)
      _ = try await run.queue.cancel(job.id)
      run.queue.notify(of: .cancellations)
      try await run.queue.signal.wait { try await run.states() == [.cancelled] }
      #expect(run.forge.comments(on: 1) == [])
    }
  }
}
