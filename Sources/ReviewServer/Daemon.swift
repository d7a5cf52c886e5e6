// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import JobQueue
package import Logging
import ReviewContract

/// The part of the daemon that works: claims jobs and has them done, looks for what was missed, and forgets what is old. What
/// takes in messages stands beside it.
package struct Daemon: Sendable {
  private let queue: any ReviewQueue
  private let pool: WorkerPool
  private let reconciler: Reconciler
  private let housekeeping: @Sendable () async -> Void
  private let settings: DaemonSettings
  private let running: RunningJobs
  private let metrics: DaemonMetrics
  private let log: Logger

  /// Rings when there may be something to claim.
  private let bell: Bell
  private let reconcilingBell = Bell()
  private let stopBell = Bell()
  private let isStopping: Locked<Bool>

  /// - Parameters:
  ///   - masked: takes secrets out of what is kept in the queue.
  ///   - obstacle: why nothing new may start, such as a full disk; `nil` when it may.
  ///   - housekeeping: removes from time to time what nobody needs, besides what the queue forgets.
  package init(
    queue: any ReviewQueue, desks: any ForgeDesks, reviewer: any CommitReviewer, settings: DaemonSettings,
    metrics: DaemonMetrics, log: Logger, observer: any DaemonObserver = NoObserver(),
    masked: @escaping @Sendable (String) -> String = { $0 },
    obstacle: @escaping @Sendable () async -> String? = { nil },
    housekeeping: @escaping @Sendable () async -> Void = {}
  ) {
    self.queue = queue
    self.settings = settings
    self.metrics = metrics
    self.housekeeping = housekeeping
    self.log = log
    let bell = Bell()
    let isStopping = Locked(false)
    let running = RunningJobs()
    self.bell = bell
    self.isStopping = isStopping
    self.running = running
    let runner = JobRunner(
      queue: queue, desks: desks, reviewer: reviewer, policy: settings.policy, times: settings.times,
      running: running, metrics: metrics, observer: observer, log: log, masked: masked)
    pool = WorkerPool(
      queue: queue, runner: runner, bell: bell, isStopping: isStopping, owner: settings.owner,
      count: settings.workers, obstacle: obstacle, times: settings.times, log: log)
    reconciler = Reconciler(
      queue: queue, desks: desks, bell: bell, settling: settings.times.settling, metrics: metrics, log: log)
  }

  /// Works until it is stopped, and returns when everything that ran has ended or was given back. The caller closes the
  /// queue.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await repeating(every: settings.times.reconciling, reconcilingBell) { await reconciler.reconcile() }
      }
      group.addTask { await repeating(every: settings.times.housekeeping, Bell()) { await keepHouse() } }
      group.addTask { await giveRunsAnEnd() }
      await pool.run()
      group.cancelAll()
    }
  }

  /// Has it stop: nothing new is begun, and what runs is given some time.
  package func stop() {
    isStopping.withLock { $0 = true }
    stopBell.ring()
    bell.ring()
  }

  /// Something was recorded or changed for a pull request: what waits may start, and what runs may have to stop.
  package func noticed(_ pullRequest: PullRequestReference?) {
    if let pullRequest { running.look(at: pullRequest) } else { running.lookAtAll() }
    bell.ring()
  }

  /// The set of repositories changed, or messages are known to have been lost.
  package func lookForMissed() { reconcilingBell.ring() }

  /// Notes for the metrics how the queue does now.
  package func measure() async {
    do {
      metrics.note(try await queue.statistics(), running: running.count)
    } catch {
      log.warning("the queue was not measured", metadata: ["error": "\(error)"])
    }
  }

  /// At once, and then at intervals or when it is asked for.
  private func repeating(every interval: Duration, _ bell: Bell, _ body: @Sendable () async -> Void) async {
    while !Task.isCancelled, !isStopping.withLock({ $0 }) {
      let rings = bell.rings
      await body()
      await bell.wait(since: rings, for: interval)
    }
  }

  private func keepHouse() async {
    do {
      let count = try await queue.sweep()
      if count > 0 { log.info("forgot what is old", metadata: ["records": "\(count)"]) }
    } catch {
      log.warning("nothing was forgotten", metadata: ["error": "\(error)"])
    }
    // Also where pull requests are not looked for.
    await reconciler.settle()
    await housekeeping()
  }

  private func giveRunsAnEnd() async {
    while !isStopping.withLock({ $0 }) {
      await stopBell.wait(since: 0, for: .seconds(3600))
      if Task.isCancelled { break }
    }
    guard !Task.isCancelled else { return }
    log.info("stopping", metadata: ["running": "\(running.count)"])
    // Ends early when nothing runs any more, because the group is cancelled then.
    try? await Task.sleep(for: settings.times.shutdown)
    running.stopAll()
  }
}

/// What the operator decides about the daemon as a whole.
package struct DaemonSettings: Hashable, Sendable {
  /// How many jobs run at once.
  package var workers: Int
  /// How this process calls itself in the queue, such as `host:1234`.
  package var owner: String
  /// The same that the queue was opened with.
  package var policy: QueuePolicy
  package var times: DaemonTimes

  package init(
    workers: Int = 1, owner: String, policy: QueuePolicy = QueuePolicy(), times: DaemonTimes = DaemonTimes()
  ) {
    self.workers = max(workers, 1)
    self.owner = owner
    self.policy = policy
    self.times = times
  }
}
