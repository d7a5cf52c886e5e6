// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

struct OutageTests {
  private static let policy: QueuePolicy = {
    var policy = QueuePolicy()
    policy.firstRetry = .milliseconds(1)
    policy.longestOutageRetry = .milliseconds(5)
    return policy
  }()

  @Test(arguments: [ForgeError.Code.unreachable, .unavailable, .rateLimited, .badToken])
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
    arguments: [ForgeError.Code.unreachable, .unavailable, .rateLimited], ["comment", "permission", "pullRequest"])
  func `a command whose comment cannot be read for long is kept, and done once`(
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
      #expect(try await run.queue.jobs(JobFilter()).allSatisfy { $0.state == .done })
    }
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

/// Has a client when nothing is in the way.
private struct FailingRepositoryClients: RepositoryClients {
  let forge: SimpleForge
  let obstacle: @Sendable () throws -> Void

  var named: [RepositoryReference] { [] }

  func client(for repository: RepositoryReference) throws -> (any RepositoryClient)? {
    try obstacle()
    return forge
  }
}
