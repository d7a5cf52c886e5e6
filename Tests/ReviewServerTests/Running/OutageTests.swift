// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

struct OutageTests {
  private static let policy: QueuePolicy = {
    var policy = QueuePolicy()
    policy.firstRetry = .milliseconds(1)
    policy.longestOutageRetry = .milliseconds(5)
    return policy
  }()

  @Test(arguments: [ForgeError.Code.unreachable, .unavailable, .unreadable, .rateLimited, .badToken, .forbidden])
  func `an outage that exceeds the retries of a job loses no review`(code: ForgeError.Code) async throws {
    let refusals = Locked(0)
    try await withDaemon(
      queuePolicy: Self.policy,
      hook: { event async throws(ForgeError) in
        guard event == "pullRequest",
          refusals.withLock({ count in
            count += 1
            return count <= 3 * QueuePolicy().maximumAttempts
          })
        else { return }
        throw ForgeError(code, "not now")
      }
    ) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { run.lastStatus(of: 1) == "success" }
      try await run.rest()
      #expect(try await run.states() == [.done])
    }
  }

  @Test(
    arguments: [ForgeError.Code.unreachable, .unavailable, .unreadable, .rateLimited],
    ["comment", "permission", "pullRequest"])
  func `a command that cannot be read during a long outage is kept, and done once`(
    code: ForgeError.Code, question: String
  ) async throws {
    let (refusals, isAway) = (Locked(0), Locked(false))
    try await withDaemon(
      queuePolicy: Self.policy,
      hook: { event async throws(ForgeError) in
        if event == "openPullRequests" { throw ForgeError(.forbidden, "no lists") }
        guard event == question, isAway.withLock({ $0 }) else { return }
        let count = refusals.withLock { count in
          count += 1
          return count
        }
        if count <= 3 * QueuePolicy().maximumAttempts { throw ForgeError(code, "not now") }
      }
    ) { run in
      run.forge.set(pull(head: 1))
      run.forge.set(.write, of: "ada")
      try await run.push(head: 1)
      try await run.until { run.lastStatus(of: 1) == "success" }
      try await run.rest()
      isAway.withLock { $0 = true }
      run.forge.say("/reviewbot recheck", 5, by: "ada")
      _ = try await run.queue.request(
        JobRequest(reference(), kind: .command, subject: "5", head: .none, priority: .command))
      run.daemon.wake(for: reference())
      try await run.until { run.reviewer.reviewed.withLock { $0.count } == 2 }
      try await run.rest()
      #expect(refusals.withLock { $0 } > 3 * QueuePolicy().maximumAttempts)
      let jobs = try await run.queue.jobs(JobFilter())
      #expect(
        // A job that settles a status ends as cancelled when a review publishes the final status first.
        jobs.allSatisfy { $0.state == .done || [.announce, .settle].contains($0.kind) },
        "\(jobs.map { "\($0.kind.rawValue) \($0.state.rawValue) \($0.error ?? "")" })")
    }
  }

  @Test func `jobs wait without failing while the token is not allowed to write statuses`() async throws {
    let isRefused = Locked(true)
    try await withDaemon(
      queuePolicy: Self.policy,
      hook: { event async throws(ForgeError) in
        if event == "status.before", isRefused.withLock({ $0 }) { throw ForgeError(.forbidden, "403") }
      }
    ) { run in
      for number in 1...3 {
        run.forge.set(pull(number, head: number))
        try await run.push(number, head: number)
      }
      // In another kind of outage, the jobs would have failed within two days.
      for _ in 0..<48 { try await run.advance(by: .seconds(3600)) }
      #expect(try await run.queue.jobs(JobFilter(states: [.dead])) == [])
      #expect(run.reviewer.reviewed.withLock { $0 } == [])
      isRefused.withLock { $0 = false }
      try await run.advance(by: .seconds(3600))
      try await run.rest()
      #expect((1...3).allSatisfy { run.lastStatus(of: $0) == "success" })
    }
  }

  @Test func `during an outage, one job probes the forge for all others`() async throws {
    let (asked, isAway) = (Locked<[Int]>([]), Locked(true))
    var policy = QueuePolicy()
    policy.runningPerRepository = 1
    try await withDaemon(
      queuePolicy: policy,
      hook: { event async throws(ForgeError) in
        guard event == "pullRequest", isAway.withLock({ $0 }) else { return }
        asked.withLock { $0.append(1) }
        throw ForgeError(.unreachable, "no response")
      }
    ) { run in
      for number in 1...20 { run.forge.set(pull(number, head: number)) }
      for number in 1...20 {
        _ = try await run.queue.request(JobRequest(reference(number), head: commit(number)))
      }
      for _ in 0..<240 { try await run.advance(by: .seconds(15)) }
      // Without the circuit breaker, each job would send some ten requests within an hour.
      #expect((5...40).contains(asked.withLock { $0.count }))
      isAway.withLock { $0 = false }
      try await run.advance(by: .seconds(3600))
      try await run.rest()
      #expect((1...20).allSatisfy { run.lastStatus(of: $0) == "success" })
    }
  }

  @Test func `after an outage no job waits for the build of another`() async throws {
    let (isAway, other) = (Locked(true), Gate())
    var policy = QueuePolicy()
    policy.runningPerRepository = 2
    try await withDaemon(
      queuePolicy: policy, workers: 2,
      hook: { event async throws(ForgeError) in
        if event == "pullRequest", isAway.withLock({ $0 }) { throw ForgeError(.unreachable, "no response") }
      },
      // The first build ends when the second one has begun.
      script: { [first = Locked<CommitID?>(nil)] job in
        let isFirst = first.withLock { first in
          defer { first = first ?? job.head }
          return first == nil
        }
        if isFirst { try await other.pass() } else { other.open() }
      }
    ) { run in
      for number in 1...2 {
        run.forge.set(pull(number, head: number))
        _ = try await run.queue.request(JobRequest(reference(number), head: commit(number)))
      }
      for _ in 0..<20 { try await run.advance(by: .seconds(15)) }
      isAway.withLock { $0 = false }
      run.time.clock.advance(by: .seconds(3600))
      run.daemon.wake(for: nil)
      try await run.queue.signal.wait { (1...2).allSatisfy { run.lastStatus(of: $0) == "success" } }
    }
  }

  @Test func `an interrupted probe leaves the circuit to another job, and a response closes it`() {
    let circuits = CircuitBreakers()
    let now = Timestamp(milliseconds: 0)
    #expect(!circuits.failed(.unavailable, in: reference().repository, until: now))
    #expect(circuits.failed(.unavailable, in: reference().repository, until: now))
    circuits.began(reference().repository)
    #expect(excluded(circuits, at: now) == ["github"])
    circuits.interrupted(reference().repository)
    #expect(excluded(circuits, at: now) == [])
    circuits.began(reference().repository)
    #expect(circuits.responded(reference().repository))
    #expect(excluded(circuits, at: now) == [])
    #expect(!circuits.responded(reference().repository))
  }

  private func excluded(_ circuits: CircuitBreakers, at now: Timestamp) -> Set<String> {
    var scope = ClaimScope(lane: .builds)
    circuits.exclude(from: &scope, at: now)
    return scope.excludedForges
  }

  @Test func `an error in the operator's file is a transient failure of its jobs`() async throws {
    let readings = Locked(0)
    struct Unreadable: Error {}
    try await withDaemon(
      queuePolicy: Self.policy, times: .quick,
      clients: { forge in
        FailingRepositoryClients(forge: forge) {
          let isOver = readings.withLock { count in
            count += 1
            return count > 3 * QueuePolicy().maximumAttempts
          }
          if !isOver { throw Unreadable() }
        }
      }
    ) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { run.lastStatus(of: 1) == "success" }
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending", "success"])
    }
  }
}

/// Has a client unless the obstacle throws.
private struct FailingRepositoryClients: RepositoryClients {
  let forge: SimpleForge
  let obstacle: @Sendable () throws -> Void

  var named: [RepositoryReference] { [] }
  var forges: [String] { [] }

  func discover(_ forge: String, last: DiscoveredRepositories?) async throws -> DiscoveredRepositories? { nil }

  func client(for repository: RepositoryReference) throws -> (any RepositoryClient)? {
    try obstacle()
    return forge
  }
}
