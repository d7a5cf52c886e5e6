// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import GRDB
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import JobQueue

struct RestartTests {
  @Test func `a job that was running when the process ended is queued again on opening`() async throws {
    try await withScratchDirectory { folder in
      let first = try SQLiteQueue(folder.settings())
      for number in 1...2 { _ = try await first.request(JobRequest(pullRequest(number), head: commit(1))) }
      let lease = try await first.claimed()
      try await first.close()

      let second = try SQLiteQueue(folder.settings())
      #expect(second.interrupted == [lease.job.id])
      let again = try await second.claimed()
      #expect(again.job.id == lease.job.id)
      #expect(again.job.losses == 1)
      #expect(again.fence > lease.fence)
      #expect(await failure { _ = try await second.renew(lease) }?.code == .leaseLost)
      try await second.close()
    }
  }

  @Test func `time does not go back over a restart when the clock is corrected`() async throws {
    try await withScratchDirectory { folder in
      let clock = ManualClock()
      let first = try SQLiteQueue(folder.settings(clock: clock))
      _ = try await first.request(JobRequest(pullRequest(), head: commit(1), delay: .seconds(30)))
      try await first.close()
      let late = clock.now
      clock.advance(by: .seconds(-300))
      let second = try SQLiteQueue(folder.settings(clock: clock))
      #expect(try await second.statistics().now == late)
      // The job does not wait longer than its delay.
      clock.advance(by: .seconds(30))
      #expect(try await second.claimed().job.startedAt == late + .seconds(30))
      try await second.close()
    }
  }

  @Test func `times from a clock that was a day ahead are corrected on a restart`() async throws {
    try await withScratchDirectory { folder in
      let clock = ManualClock()
      let start = clock.now
      clock.advance(by: .seconds(86_400))
      let first = try SQLiteQueue(folder.settings(clock: clock))
      _ = try await first.request(JobRequest(pullRequest(1), head: commit(1), priority: .reconcile))
      _ = try await first.request(JobRequest(pullRequest(2), head: commit(1)))
      _ = try await first.request(JobRequest(pullRequest(3), head: commit(1), delay: .seconds(30)))
      try await first.close()
      clock.advance(by: .seconds(-86_400))
      let second = try SQLiteQueue(folder.settings(clock: clock))
      #expect(try await second.statistics().now == start)
      #expect(try await second.statistics().oldestQueuedAt == start)
      // The order and the rest of a delay are kept.
      #expect(try await second.claimed().job.pullRequest == pullRequest(2))
      clock.advance(by: .seconds(29))
      #expect(try await second.claimed().job.pullRequest == pullRequest(1))
      clock.advance(by: .seconds(1))
      #expect(try await second.nextDue() ?? start <= clock.now)
      try await second.close()
    }
  }

  @Test func `a daemon that crashes in a loop makes no job dead`() async throws {
    try await withScratchDirectory { folder in
      let clock = ManualClock()
      var queue = try SQLiteQueue(folder.settings(clock: clock))
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      var losses: [Int] = []
      for _ in 0..<12 {
        if let lease = try await queue.claim(by: "worker") { losses.append(lease.job.losses) }
        clock.advance(by: .seconds(6))
        queue = try await crash(queue, clock, in: folder)
      }
      // After every second crash the job is delayed, and the process crashes again without it.
      #expect(losses == [0, 1, 0, 1, 0, 1])
      #expect(try await queue.states() == [.queued])
      try await queue.close()
    }
  }

  @Test func `a job that crashes each process that runs it becomes dead`() async throws {
    try await withScratchDirectory { folder in
      let clock = ManualClock()
      var queue = try SQLiteQueue(folder.settings(clock: clock))
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      for _ in 0..<3 {
        clock.advance(by: .seconds(3600))
        _ = try await queue.claimed()
        queue = try await crash(queue, clock, in: folder)
      }
      #expect(try await queue.states() == [.dead])
      try await queue.close()
    }
  }

  /// Opens a copy of the queue as if the process had crashed.
  private func crash(
    _ queue: SQLiteQueue, _ clock: ManualClock, in folder: ScratchDirectory
  ) async throws -> SQLiteQueue {
    let file = folder.settings().file
    let copy = file.string + ".copy"
    let reader = try DatabaseQueue(path: file.string)
    try await reader.vacuum(into: copy)
    try reader.close()
    try await queue.close()
    for name in [file.string, file.string + "-wal", file.string + "-shm"]
    where FileManager.default.fileExists(atPath: name) { try FileManager.default.removeItem(atPath: name) }
    try FileManager.default.moveItem(atPath: copy, toPath: file.string)
    return try SQLiteQueue(folder.settings(clock: clock))
  }

  @Test func `the monotonic clock continues from its last time when the clock is set back`() {
    let clock = ManualClock()
    let start = clock.now
    var monotonicClock = MonotonicClock(clock, notBefore: start)
    clock.advance(by: .seconds(10))
    #expect(monotonicClock.now() == start + .seconds(10))
    clock.advance(by: .seconds(-3600))
    #expect(monotonicClock.now() == start + .seconds(10))
    clock.advance(by: .seconds(5))
    #expect(monotonicClock.now() == start + .seconds(15))
  }

  @Test func `the machine's clock does not go back`() {
    let clock = SteadyClock()
    let first = clock.now
    #expect(clock.now >= first)
    #expect(abs(Double(first.milliseconds) / 1000 - Date().timeIntervalSince1970) < 60)
  }
}
