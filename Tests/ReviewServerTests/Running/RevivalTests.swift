// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics
import JobQueue
import Logging
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

/// Jobs that are dead after an outage.
struct RevivalTests {
  /// The time of an outage is over at once.
  private static let policy: QueuePolicy = {
    var policy = QueuePolicy()
    policy.maximumAttempts = 1
    policy.longestOutage = .zero
    policy.longestOperatorOutage = .zero
    return policy
  }()

  /// The forge answers requests for a pull request with a page while it is away.
  private static func unreadable(while isAway: Locked<Bool>) -> SimpleForge.Hook {
    { name async throws(ForgeError) in
      if name == "pullRequest", isAway.withLock({ $0 }) { throw ForgeError(.unreadable, "<html>") }
    }
  }

  private static let outages: [ForgeError.Code] = ForgeError.Code.allCases.filter(\.failureClass.isOutage)

  @Test(arguments: outages, ["pullRequest", "publish.before"])
  func `an outage leaves the comment and the status of an earlier review, and the review is repeated`(
    code: ForgeError.Code, event: String
  ) async throws {
    let isAway = Locked(false)
    try await withDaemon(
      queuePolicy: Self.policy,
      hook: { name async throws(ForgeError) in
        if name == event, isAway.withLock({ $0 }) { throw ForgeError(code, "not now") }
      }
    ) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { run.lastStatus(of: 1) == "success" }
      try await run.rest()
      let shown = run.forge.comments(on: 1)
      isAway.withLock { $0 = true }
      run.forge.set(pull(head: 2))
      try await run.push(head: 2)
      try await run.until { try await run.states() == [.done, .dead] }
      try await run.rest()
      #expect(run.forge.comments(on: 1) == shown && shown.count == 1)
      #expect(run.lastStatus(of: 1) == "success")
      isAway.withLock { $0 = false }
      // A forge with an open circuit is not asked before the circuit is due.
      run.daemon.reconcile()
      try await run.until { run.lastStatus(of: 2) == "success" }
      try await run.rest()
      #expect(try await run.states() == [.done, .done])
    }
  }

  @Test func `a review that dies of a second outage waits for the operator`() async throws {
    let isAway = Locked(true)
    try await withDaemon(
      queuePolicy: Self.policy,
      hook: Self.unreadable(while: isAway)
    ) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { try await run.states() == [.dead] }
      run.daemon.reconcile()
      try await run.until {
        try await run.queue.job(ReviewJob.ID(1)).map { $0.revival == .used && $0.state == .dead } ?? false
      }
      isAway.withLock { $0 = false }
      #expect(await run.reconciler.reconcile().queued == 0)
      #expect(try await run.states() == [.dead])
      _ = try await run.queue.retry(ReviewJob.ID(1))
      run.daemon.wake(for: nil)
      try await run.until { run.lastStatus(of: 1) == "success" }
    }
  }

  @Test func `a dead review whose pull request is closed or has another head is not repeated`() async throws {
    let isAway = Locked(true)
    try await withDaemon(
      queuePolicy: Self.policy,
      hook: Self.unreadable(while: isAway)
    ) { run in
      for number in 1...2 {
        run.forge.set(pull(number, head: number))
        try await run.push(number, head: number)
      }
      try await run.until {
        let (first, second) = (try await run.states(1), try await run.states(2))
        return first == [.dead] && second == [.dead]
      }
      isAway.withLock { $0 = false }
      run.forge.set(pull(1, head: 1, state: .closed))
      run.forge.set(pull(2, head: 3))
      #expect(await run.reconciler.reconcile().queued == 1)
      run.daemon.wake(for: nil)
      try await run.until { run.lastStatus(of: 3) == "success" }
      try await run.rest()
      #expect(try await run.states(1) == [.dead])
      #expect(try await run.states(2) == [.dead, .done])
    }
  }

  @Test(
    arguments: [
      (["github"], ["github"], 1, 0), (["github"], ["github", "gitlab"], 0, 1), ([], ["github"], 0, 0), ([], [], 0, 0),
      (["gone"], ["github"], 0, 0),
    ] as [(Set<String>, Set<String>, Int, Int)])
  func `readiness names the forges whose jobs wait`(
    unavailable: Set<String>, configured: Set<String>, reasons: Int, notes: Int
  ) {
    let outages = ForgeOutages(unavailable: unavailable, configured: configured)
    #expect((outages.reason == nil ? 0 : 1) == reasons)
    #expect(outages.notes.count == notes)
    for text in [outages.reason].compactMap(\.self) + outages.notes { #expect(text.contains("the forge github")) }
  }
}

extension DaemonRun {
  /// A reconciler beside the daemon's, whose findings the test reads.
  fileprivate var reconciler: Reconciler {
    let metrics = DaemonMetrics(factory: NOOPMetricsHandler.instance)
    let log = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    return Reconciler(
      queue: queue, clients: forge, discovery: Discovery(clients: forge, metrics: metrics, log: log),
      wakeup: WakeupSignal(), settling: .zero, metrics: metrics, log: log)
  }
}
