// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewTesting
import Testing

/// Workers of several openers that have different labels, or are on different machines.
@Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
struct RoutingTests {
  @Test(arguments: [2, 4])
  func `each job runs once, on a machine with its labels, within its repository's limit`(openers: Int) async throws {
    var policy = QueuePolicy()
    policy.runningPerRepository = 2
    try await PostgresDatabase.use(openers: openers, policy) { queues, _ in
      let names = [labels("large"), labels("swift-6.3"), labels("large", "swift-6.3"), []]
      for number in 1...32 {
        _ = try await queues[0].request(
          JobRequest(pullRequest(number, in: "acme/\(number % names.count)"), head: commit(1)))
      }
      let done = Locked<[ReviewJob.ID]>([])
      let running = Locked<[RepositoryReference: Int]>([:])
      let most = Locked(0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (opener, queue) in queues.enumerated() {
          for _ in 0..<2 {
            group.addTask {
              // Of two openers, only one has both labels.
              let scope = ClaimScope(labels: Set(opener % 2 == 0 ? labels("large", "swift-6.3") : labels("large")))
              while done.withLock({ $0.count }) < 32 {
                guard let lease = try await queue.claim(by: "worker", scope) else {
                  await Task.yield()
                  continue
                }
                let repository = lease.job.pullRequest.repository
                let count = running.withLock { running in
                  running[repository, default: 0] += 1
                  return running[repository, default: 0]
                }
                most.withLock { $0 = max($0, count) }
                let index = Int(repository.name.split(separator: "/")[1]) ?? 0
                let isRefused = !scope.labels.isSuperset(of: names[index])
                // Known labels are never claimed by a machine that lacks them.
                if !scope.labels.isSuperset(of: lease.job.labels) { Issue.record("\(lease.job.labels) on \(opener)") }
                await Task.yield()
                running.withLock { $0[repository, default: 0] -= 1 }
                if isRefused {
                  try await queue.finish(lease, .needsLabels(names[index]))
                } else {
                  try await queue.finish(lease, .done(head: commit(1), verdict: "passed", labels: names[index]))
                  done.withLock { $0.append(lease.job.id) }
                }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(done.withLock { $0.sorted() } == (1...32).map { ReviewJob.ID($0) })
      #expect(most.withLock { $0 } <= 2)
      #expect(try await queues[0].statistics().ended == [.done: 32])
    }
  }

  @Test func `a repository's last machine gets its next job, or any machine after the waiting time`() async throws {
    try await PostgresDatabase.use(openers: 2) { queues, clock in
      func claim(_ opener: Int) async throws -> Lease? {
        try await queues[opener].claim(by: "worker", ClaimScope(machine: "machine-\(opener)"))
      }
      _ = try await queues[0].request(JobRequest(pullRequest(1), head: commit(1)))
      let first = try #require(await claim(0))
      try await queues[0].finish(first, .done(head: commit(1), verdict: "passed", labels: []))
      for round in 2...9 {
        _ = try await queues[1].request(JobRequest(pullRequest(round), head: commit(1)))
        async let preferred = claim(0)
        async let other = claim(1)
        let (mine, others) = try await (preferred, other)
        #expect(others == nil)
        let lease = try #require(mine)
        try await queues[0].finish(lease, .done(head: commit(1), verdict: "passed", labels: []))
      }
      // The preferred machine is busy or gone.
      _ = try await queues[1].request(JobRequest(pullRequest(10), head: commit(1)))
      #expect(try await claim(1) == nil)
      clock.advance(by: QueuePolicy().machinePreference)
      async let preferred = claim(0)
      async let other = claim(1)
      let leases = [try await preferred, try await other].compactMap(\.self)
      #expect(leases.count == 1)
    }
  }
}
