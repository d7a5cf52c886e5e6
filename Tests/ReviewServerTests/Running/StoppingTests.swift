// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewServer
import ReviewTesting
import Testing

struct StoppingTests {
  @Test func `a running job finishes when the daemon stops, and no other is started`() async throws {
    let hold = Gate()
    try await withDaemon(script: { _ in try await hold.pass() }) { run in
      run.forge.set(pull(1, head: 1))
      run.forge.set(pull(2, head: 2))
      try await run.push(1, head: 1)
      try await run.until { !run.reviewer.reviewed.withLock { $0 }.isEmpty }
      run.daemon.stop()
      try await run.push(2, head: 2)
      hold.open()
      try await run.until { run.lastStatus(of: 1) == "success" }
      // No further job is started.
      #expect(try await run.states(2) == [.queued])
    }
  }

  @Test func `a job that exceeds the shutdown time is queued again without counting the attempt`() async throws {
    var times = DaemonTimes.quick
    times.shutdown = .milliseconds(50)
    try await withDaemon(times: times, script: { _ in try await Gate().pass() }) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { !run.reviewer.reviewed.withLock { $0 }.isEmpty }
      run.daemon.stop()
      try await run.until { try await run.states() == [.queued] }
      let job = try #require(try await run.queue.jobs(JobFilter()).first)
      #expect(job.attempts == 0)
      #expect(run.lastStatus(of: 1) == "pending")
    }
  }
}
