// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CoreMetrics
import Findings
import JobQueue
import Logging
import ReviewContract
import ReviewServer
import ReviewTesting
import SystemPackage
import Testing

/// A running daemon of a test.
struct DaemonRun: Sendable {
  let queue: InMemoryQueue
  let time: QueueTime
  let forge: SimpleForge
  let daemon: Daemon
  let reviewer: ScriptedReviewer
  /// The number of all workers.
  let workers: Int

  /// Requests a review, as a message does.
  @discardableResult
  func push(_ number: Int = 1, head: Int) async throws -> QueueOutcome {
    let outcome = try await queue.request(JobRequest(reference(number), head: commit(head)))
    daemon.wake(for: reference(number))
    return outcome
  }

  /// Waits until all jobs are finished or wait for an approval.
  func rest() async throws { try await until { try await time.isAtRest } }

  /// Waits until a condition holds, which is evaluated after each change of the queue, of the forge and of the reviewed
  /// commits. While there is nothing to do, time advances.
  func until(_ condition: () async throws -> Bool) async throws {
    try await time.wait(until: condition) { daemon.wake(for: nil) }
  }

  /// Advances the time, and waits until all workers have tried to claim a job and none runs.
  func advance(by duration: Duration) async throws {
    let claims = queue.claims
    time.clock.advance(by: duration)
    daemon.wake(for: nil)
    try await queue.signal.wait {
      let statistics = try await queue.statistics()
      return queue.claims >= claims + workers && statistics.running == 0
    }
  }

  /// The states of a pull request's reviews, the oldest first.
  func states(_ number: Int = 1) async throws -> [ReviewJob.State] {
    try await queue.jobs(JobFilter(pullRequest: reference(number))).reversed().filter { $0.kind == .review }.map(
      \.state)
  }

  func lastStatus(of head: Int) -> String? { forge.statuses(of: commit(head)).last?.state }
}

/// A forge without lists: pull requests without a delivery are not found.
let withoutLists: SimpleForge.Hook = { event async throws(ForgeError) in
  if event == "openPullRequests" { throw ForgeError(.unreachable, "no response") }
}

extension DaemonTimes {
  /// For tests: nothing waits for a forge that lags behind, and no job is stopped only because it takes long.
  static var quick: DaemonTimes {
    var times = DaemonTimes()
    times.settling = .zero
    times.headRetries = []
    times.shutdown = .seconds(600)
    times.afterFailure = .milliseconds(20)
    return times
  }
}

/// Runs a daemon with a forge in memory while the body runs, and stops it afterwards.
func withDaemon(
  policy: RepositoryPolicy = .sample, queuePolicy: QueuePolicy = QueuePolicy(), times: DaemonTimes = .quick,
  workers: Int = 1, labels: Set<WorkerLabel> = [],
  hook: @escaping SimpleForge.Hook = { (_) async throws(ForgeError) in },
  findings: [Finding] = [], events: [ProgressEvent] = [], script: @escaping ScriptedReviewer.Script = { _ in },
  reviewTimeout: Duration = .seconds(7_200),
  clients: (@Sendable (SimpleForge) -> any RepositoryClients)? = nil,
  before: @escaping @Sendable (SimpleForge, InMemoryQueue) async throws -> Void = { _, _ in },
  _ body: @escaping @Sendable (DaemonRun) async throws -> Void
) async throws {
  try await withScratchDirectory { _ in
    let (clock, signal) = (ManualClock(), ChangeSignal())
    let queue = InMemoryQueue(policy: queuePolicy, clock: clock, signal: signal)
    let firstLook = Gate()
    let forge = SimpleForge(policy: policy, signal: signal, hook: hook)
    try await before(forge, queue)
    let reviewer = ScriptedReviewer(signal: signal, findings: findings, events: events, script)
    var settings = DaemonSettings(workers: workers, owner: "test", times: times)
    settings.labels = labels
    let daemon = Daemon(
      queue: queue, clients: clients?(forge) ?? forge, reviewer: reviewer, settings: settings,
      metrics: DaemonMetrics(factory: NOOPMetricsHandler.instance),
      log: Logger(label: "test") { _ in MessageHandler { if $0 == "reconciled" { firstLook.open() } } },
      reviewTimeout: { reviewTimeout })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await daemon.run() }
      defer { daemon.stop() }
      // The pull requests of the body are neither found nor cancelled by the pass at the start.
      try await firstLook.pass()
      let time = QueueTime(queue: queue, clock: clock, signal: signal)
      try await body(
        DaemonRun(
          queue: queue, time: time, forge: forge, daemon: daemon, reviewer: reviewer,
          workers: settings.workers + settings.commandWorkers))
      daemon.stop()
      try await group.waitForAll()
    }
  }
}
