// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// One queue, and the latencies of its claims and of the ends of their jobs.
final class Claiming {
  let queue: any ReviewQueue
  var claims = Latencies()
  var ends = Latencies()

  init(_ queue: any ReviewQueue) {
    self.queue = queue
  }

  func round() async throws {
    var claimed: Lease?
    claims.add(try await ContinuousClock().measure { claimed = try await queue.claim(by: "benchmark", ClaimScope()) })
    guard let lease = claimed else { throw Failure("nothing was left to claim") }
    ends.add(
      try await ContinuousClock().measure {
        _ = try await queue.finish(lease, .done(head: lease.job.head, verdict: "passed"))
      })
  }
}
