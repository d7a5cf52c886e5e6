// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics
import Findings
import JobQueue
import Logging
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewServer

/// Some days of a daemon and its users: events and their order, determined by a seed.
struct RandomDays {
  /// The actions of the users.
  struct People {
    struct Pull {
      var head: Int
      var isOpen = true
    }

    var pulls: [Int: Pull] = [:]
    var heads: Set<Int> = []
    /// The commits of members, and those that a member approved.
    var mayRun: Set<CommitID> = []
    var comments = 0
    var messages = 0
  }

  static let numbers = 1...4
  /// The pull requests from a fork of an account without permission.
  static let strange: Set<Int> = [3, 4]
  private static let steps = 40

  let forge: SimpleForge
  let queue: InMemoryQueue
  private let clock: ManualClock
  let people = Locked(People())
  private let seed: UInt64
  private let faults: Locked<RandomFaults>
  private let reviewer: ScriptedReviewer

  init(seed: UInt64) {
    self.seed = seed
    clock = ManualClock()
    queue = InMemoryQueue(policy: Self.policy, clock: clock)
    let faults = Locked(RandomFaults(seed: seed &* 31))
    self.faults = faults
    forge = SimpleForge { event async throws(ForgeError) in
      if faults.withLock({ $0.strikes() }) { throw ForgeError(.unavailable, "no answer to \(event)") }
    }
    reviewer = ScriptedReviewer { job in
      // Reviews take different numbers of steps, so that other events happen at any moment. Nothing waits for this.
      for _ in 0..<(job.id.number * 7919 % 97) {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  var reviewed: Set<CommitID> { reviewer.reviewed.withLock { Set($0) } }

  private static var policy: QueuePolicy {
    var policy = QueuePolicy()
    policy.firstRetry = .milliseconds(1)
    policy.longestRetry = .milliseconds(5)
    policy.maximumAttempts = 10_000
    policy.runningPerRepository = 3
    return policy
  }

  /// Performs all steps, and then reconciles what was missed.
  func live() async throws {
    var random = SeededRandom(seed: seed)
    forge.set(.write, of: "ada")
    for number in Self.numbers { try await push(number, &random) }
    var (daemon, work) = start()
    for _ in 0..<Self.steps {
      if Int.random(in: 0..<12, using: &random) == 0 {
        daemon.stop()
        await work.value
        (daemon, work) = start()
      }
      try await step(&random)
      daemon.wake(for: nil)
      if Bool.random(using: &random) {
        // Other tasks get some steps, and some delayed jobs become due. Nothing waits for this.
        clock.advance(by: .milliseconds(Int.random(in: 0..<5, using: &random)))
        for _ in 0..<Int.random(in: 0..<100, using: &random) { await Task.yield() }
      }
    }
    faults.withLock { $0.isOver = true }
    // A settled commit can be reviewed, and a found pull request can be approved: a few rounds, like an hour of
    // reconciliations.
    for _ in 0..<4 {
      await reconciler.reconcile()
      try await approveAll()
      daemon.wake(for: nil)
      let time = QueueTime(queue: queue, clock: clock, signal: queue.signal)
      try await time.wait {
        try await time.isAtRest
      } wake: {
        daemon.wake(for: nil)
      }
    }
    daemon.stop()
    await work.value
  }

  // MARK: Events

  private func step(_ random: inout SeededRandom) async throws {
    let number = Int.random(in: Self.numbers, using: &random)
    let isOpen = people.withLock { $0.pulls[number]?.isOpen ?? false }
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<5 where isOpen: try await push(number, &random)
    case 5 where isOpen:
      try await change(number, isOpen: false, &random) { .cancel(CancelRequest(reference(number))) }
    case 5, 6:
      let head = people.withLock { $0.pulls[number]?.head ?? 0 }
      try await change(number, isOpen: true, &random) {
        .request(JobRequest(reference(number), head: commit(head)))
      }
    case 7: try await comment("recheck", by: Bool.random(using: &random) ? "ada" : "mallory", on: number)
    case 8: try await approve(number, by: "ada")
    case 9: try await approve(number, by: "mallory")
    default: faults.withLock { $0.remaining += Int.random(in: 1...6, using: &random) }
    }
  }

  private func push(_ number: Int, _ random: inout SeededRandom) async throws {
    // Sometimes it is an earlier head.
    let isOld = Int.random(in: 0..<5, using: &random) == 0
    let pick = Int.random(in: 0..<1_000, using: &random)
    let head = people.withLock { people in
      let old = people.heads.filter { $0 % 10 == number }.sorted()
      let head = isOld && !old.isEmpty ? old[pick % old.count] : (people.heads.count + 1) * 10 + number
      people.heads.insert(head)
      people.pulls[number] = People.Pull(head: head)
      if !Self.strange.contains(number) { people.mayRun.insert(commit(head)) }
      return head
    }
    try await change(number, isOpen: true, &random) { .request(JobRequest(reference(number), head: commit(head))) }
  }

  private func change(
    _ number: Int, isOpen: Bool, _ random: inout SeededRandom, effect: () -> DeliveryEffect
  ) async throws {
    guard
      let pull = people.withLock({ people -> People.Pull? in
        people.pulls[number]?.isOpen = isOpen
        return people.pulls[number]
      })
    else { return }
    let isStrange = Self.strange.contains(number)
    forge.set(
      ReviewServerTests.pull(
        number, head: pull.head, state: isOpen ? .open : .closed, author: isStrange ? "mallory" : "grace",
        isFromFork: isStrange))
    // On average, one message in five is lost.
    if Int.random(in: 0..<5, using: &random) > 0 { try await deliver(effect(), for: number) }
  }

  private func approve(_ number: Int, by account: String) async throws {
    guard let head = people.withLock({ $0.pulls[number]?.head }) else { return }
    if account == "ada" { people.withLock { _ = $0.mayRun.insert(commit(head)) } }
    try await comment("ok \(commit(head))", by: account, on: number)
  }

  private func approveAll() async throws {
    for number in Self.strange where people.withLock({ $0.pulls[number]?.isOpen ?? false }) {
      try await approve(number, by: "ada")
    }
  }

  private func comment(_ command: String, by account: String, on number: Int) async throws {
    let id = people.withLock { people in
      people.comments += 1
      return people.comments
    }
    forge.say("/reviewbot \(command)", id, on: number, by: account)
    let request = JobRequest(
      reference(number), kind: .command, subject: "\(id)", head: .none, priority: .command)
    try await deliver(.request(request), for: number)
  }

  private func deliver(_ effect: DeliveryEffect, for number: Int) async throws {
    let id = people.withLock { people in
      people.messages += 1
      return people.messages
    }
    _ = try await queue.record(
      Delivery(forge: "github", id: "\(id)", event: "event", pullRequest: reference(number), bodyDigest: "d"),
      effect: effect)
  }

  // MARK: The daemon

  private func start() -> (Daemon, Task<Void, Never>) {
    var times = DaemonTimes.quick
    times.shutdown = .milliseconds(1)
    let daemon = Daemon(
      queue: queue, clients: forge, reviewer: reviewer,
      settings: DaemonSettings(workers: 3, owner: "day", times: times),
      metrics: metrics, log: log)
    return (daemon, Task { await daemon.run() })
  }

  private var reconciler: Reconciler {
    Reconciler(
      queue: queue, clients: forge, discovery: Discovery(clients: forge, metrics: metrics, log: log),
      wakeup: WakeupSignal(), settling: .zero, metrics: metrics, log: log)
  }

  private var metrics: DaemonMetrics { DaemonMetrics(factory: NOOPMetricsHandler.instance) }
  private var log: Logger { Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }) }
}

/// The failures of the forge, determined by a seed.
struct RandomFaults {
  private var random: SeededRandom
  /// The number of failures that remain.
  var remaining = 0
  var isOver = false

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func strikes() -> Bool {
    guard !isOver, remaining > 0, Int.random(in: 0..<3, using: &random) == 0 else { return false }
    remaining -= 1
    return true
  }
}
