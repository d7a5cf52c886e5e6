// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CoreMetrics
import Foundation
import JobQueue
import Logging
import ReviewContract
import ReviewTesting
import SystemPackage

@testable import ReviewServer

/// The events of a daemon whose process is killed repeatedly, and their order, determined by a seed.
struct CrashedLife {
  struct Event: Hashable {
    let id: Int
    let number: Int
    let head: Int
    let isClosed: Bool
  }

  let folder: FilePath
  let events: [Event]

  init(folder: FilePath, seed: UInt64) {
    self.folder = folder
    var random = SeededRandom(seed: seed)
    var head = 0
    var closed: Set<Int> = []
    events = (1...6).map { id in
      let number = Int.random(in: 1...2, using: &random)
      // The last event of most pull requests leaves them open, with a head that no other one has.
      let isClosed = !closed.contains(number) && Int.random(in: 0..<5, using: &random) == 0
      if isClosed { closed.insert(number) } else { closed.remove(number) }
      head += 1
      return Event(id: id, number: number, head: head, isClosed: isClosed)
    }
  }

  var queueFile: FilePath { folder.appending("queue.sqlite") }
  var forge: SimpleForge { SimpleForge(in: folder.appending("forge")) }
  var acknowledged: FilePath { folder.appending("acknowledged") }
  var isDone: Bool { FileManager.default.fileExists(atPath: folder.appending("done").string) }

  /// The last event of each pull request.
  var last: [Int: Event] { Dictionary(events.map { ($0.number, $0) }) { _, later in later } }

  static var policy: QueuePolicy {
    var policy = QueuePolicy()
    policy.firstRetry = .milliseconds(5)
    // Each life is short, and the job does not cause its end.
    policy.maximumLosses = 1_000
    policy.maximumAttempts = 1_000
    return policy
  }

  func openQueue(clock: any QueueClock = ManualClock()) throws -> any ReviewQueue {
    try JobQueueAssembly().queue(JobQueueSettings(file: queueFile, policy: Self.policy, clock: clock))
  }

  /// Continues after the end of the last life. Kills the process after so many ticks, or when all work is done.
  func live(ticks: Int) async throws {
    let countdown = Countdown(ticks)
    let clock = ManualClock()
    let queue = InterruptedQueue(queue: try openQueue(clock: clock), countdown: countdown)
    let time = QueueTime(queue: queue, clock: clock, signal: queue.signal)
    let forge = SimpleForge(in: folder.appending("forge")) { (_) async throws(ForgeError) in countdown.tick() }
    let metrics = DaemonMetrics(factory: NOOPMetricsHandler.instance)
    let log = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    func start() -> (Daemon, Task<Void, Never>) {
      let daemon = Daemon(
        queue: queue, clients: forge, reviewer: ScriptedReviewer { _ in countdown.tick() },
        settings: DaemonSettings(workers: 2, owner: "life", times: .quick), metrics: metrics,
        log: log)
      return (daemon, Task { await daemon.run() })
    }
    var (daemon, work) = start()
    for event in events.dropFirst(acknowledgedCount()) {
      forge.set(pull(event.number, head: event.head, state: event.isClosed ? .closed : .open))
      let effect: DeliveryEffect =
        event.isClosed
        ? .cancel(CancelRequest(reference(event.number)))
        : .request(JobRequest(reference(event.number), head: commit(event.head)))
      let delivery = Delivery(
        forge: "github", id: "\(event.id)", event: "pull_request", pullRequest: reference(event.number),
        bodyDigest: "\(event.id)")
      _ = try await queue.record(delivery, effect: effect)
      try acknowledge(event)
      countdown.tick()
      daemon.wake(for: reference(event.number))
    }
    daemon.reconcile()
    // Ends when a reconciliation finds nothing while no daemon runs.
    let reconciler = Reconciler(
      queue: queue, clients: forge, discovery: Discovery(clients: forge, metrics: metrics, log: log),
      wakeup: WakeupSignal(), settling: .zero, metrics: metrics, log: log)
    while true {
      let current = daemon
      try await time.wait {
        try await time.isAtRest
      } wake: {
        current.wake(for: nil)
      }
      daemon.stop()
      await work.value
      let findings = await reconciler.reconcile()
      let isAtRest = try await time.isAtRest
      if isAtRest, findings == Reconciler.Changes() { break }
      (daemon, work) = start()
    }
    try await queue.close()
    try Data().write(to: URL(fileURLWithPath: folder.appending("done").string))
    Countdown.endProcess()
  }

  private func acknowledgedCount() -> Int {
    FileManager.default.contents(atPath: acknowledged.string)?.count ?? 0
  }

  /// Records that the forge received an acknowledgement: one byte for each delivery.
  private func acknowledge(_ event: Event) throws {
    let descriptor = try FileDescriptor.open(
      acknowledged, .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
    try descriptor.closeAfter { _ = try descriptor.writeAll([UInt8(ascii: ".")]) }
  }
}
