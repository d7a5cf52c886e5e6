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
  @Test func `what ran when the process ended is queued again at once`() async throws {
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

  @Test func `time does not go back over a restart`() async throws {
    try await withScratchDirectory { folder in
      let clock = ManualClock()
      let first = try SQLiteQueue(folder.settings(clock: clock))
      _ = try await first.request(JobRequest(pullRequest(), head: commit(1), delay: .seconds(30)))
      try await first.close()
      let late = clock.now
      clock.advance(by: .seconds(-86_400))
      let second = try SQLiteQueue(folder.settings(clock: clock))
      #expect(try await second.statistics().now == late)
      // Nor does the job wait a day longer.
      clock.advance(by: .seconds(30))
      #expect(try await second.claimed().job.startedAt == late + .seconds(30))
      try await second.close()
    }
  }

  @Test func `a clock that is set back lets time go on from where it was`() {
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
