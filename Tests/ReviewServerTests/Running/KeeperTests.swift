// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics
import JobQueue
import Logging
import Observability
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

/// The work of a daemon that may be the keeper of its queue.
struct KeeperTests {
  /// The messages of a daemon's log, with a signal for each.
  private struct Messages: Sendable {
    let all = Locked<[String]>([])
    let signal = ChangeSignal()

    func add(_ message: String) {
      all.withLock { $0.append(message) }
      signal.notify()
    }

    func count(_ message: String) -> Int { all.withLock { messages in messages.count { $0 == message } } }
  }

  /// Runs a daemon, and stops it when the body ends.
  private func use(
    roles: Set<DaemonRole> = DaemonRole.all, isKeeper: Bool = true, registry: PrometheusRegistry = PrometheusRegistry(),
    _ body: (InMemoryQueue, SimpleForge, Daemon, Messages) async throws -> Void
  ) async throws {
    let signal = ChangeSignal()
    let queue = InMemoryQueue(clock: ManualClock(), signal: signal)
    queue.setTerm(isKeeper ? "first" : nil)
    let forge = SimpleForge(policy: .sample, signal: signal)
    let messages = Messages()
    var times = DaemonTimes.quick
    times.keeping = .milliseconds(5)
    let daemon = Daemon(
      queue: queue, clients: forge,
      reviewer: roles.contains(.worker) ? ScriptedReviewer(signal: signal) { _ in } : nil,
      settings: DaemonSettings(roles: roles, owner: "test", times: times),
      metrics: DaemonMetrics(factory: PrometheusFactory(registry), labels: ["large"].compactMap { WorkerLabel($0) }),
      log: Logger(label: "test") { _ in MessageHandler { messages.add($0) } })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await daemon.run() }
      defer { daemon.stop() }
      try await body(queue, forge, daemon, messages)
    }
  }

  @Test func `only the keeper reconciles, and a new keeper does so at once`() async throws {
    try await use(isKeeper: false) { queue, forge, daemon, messages in
      forge.set(pull(head: 1))
      daemon.reconcile()
      // A process that is not the keeper runs jobs nevertheless.
      _ = try await queue.request(JobRequest(reference(2), head: commit(2)))
      daemon.wake(for: nil)
      try await queue.signal.wait { try await queue.jobs(JobFilter()).map(\.state.isFinished) == [true] }
      #expect(messages.count("reconciled") == 0)

      queue.setTerm("first")
      try await messages.signal.wait { messages.count("reconciled") == 1 }
      let jobs = try await queue.jobs(JobFilter(pullRequest: reference(1)))
      #expect(jobs.count { $0.kind == .review } == 1)
      queue.setTerm(nil)
      try await messages.signal.wait { messages.count("this process is no longer the keeper") == 1 }
      queue.setTerm("second")
      try await messages.signal.wait { messages.count("reconciled") == 2 }
      #expect(messages.count("this process is now the keeper") == 2)
      // A new term: the connection was lost, and another process may have been the keeper.
      queue.setTerm("third")
      try await messages.signal.wait { messages.count("reconciled") == 3 }
    }
  }

  @Test func `the keeper reconciles when another process asks for it`() async throws {
    try await use(roles: [.keeper]) { queue, _, _, messages in
      try await messages.signal.wait { messages.count("reconciled") == 1 }
      queue.notify(of: .repositories)
      try await messages.signal.wait { messages.count("reconciled") == 2 }
    }
  }

  @Test func `a process without the worker role runs no jobs`() async throws {
    try await use(roles: [.intake, .keeper]) { queue, forge, daemon, messages in
      forge.set(pull(head: 1))
      daemon.reconcile()
      try await messages.signal.wait { messages.count("reconciled") > 0 }
      daemon.wake(for: nil)
      #expect(queue.claims == 0)
      let jobs = try await queue.jobs(JobFilter())
      #expect(jobs.map(\.kind) == [.announce, .review])
      #expect(jobs.map(\.state) == [.queued, .queued])
    }
  }

  @Test func `only the keeper reports the queue's metrics`() async throws {
    let registry = PrometheusRegistry(process: nil)
    try await use(registry: registry) { queue, _, daemon, messages in
      try await messages.signal.wait { messages.count("reconciled") == 1 }
      await daemon.measure()
      #expect(registry.text().contains("reviewbot_jobs{state=\"ready\"} 0"))
      for label in ["large", "*"] {
        #expect(registry.text().contains("reviewbot_ready_builds{label=\"\(label)\"} 0"))
      }
      queue.setTerm(nil)
      try await messages.signal.wait { messages.count("this process is no longer the keeper") == 1 }
      await daemon.measure()
      #expect(!registry.text().contains("reviewbot_jobs"))
      #expect(!registry.text().contains("reviewbot_ready_builds{"))
      #expect(registry.text().contains("reviewbot_workers_busy 0"))
    }
  }
}
