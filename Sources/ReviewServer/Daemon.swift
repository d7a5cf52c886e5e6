// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import JobQueue
package import Logging
import ReviewContract

/// The working half of the daemon: runs jobs, reconciles the queue with the forges and deletes expired records. The
/// other half, which receives webhook deliveries, is ``IntakeServer``.
package struct Daemon: Sendable {
  private let queue: any ReviewQueue
  private let pool: WorkerPool
  private let reconciler: Reconciler
  private let housekeeping: @Sendable () async -> Void
  private let settings: DaemonSettings
  private let running: RunningJobs
  private let circuits = CircuitBreakers()
  private let clients: any RepositoryClients
  private let metrics: DaemonMetrics
  private let log: Logger

  /// Signals that there may be a job to claim.
  private let wakeup: WakeupSignal
  private let reconciliationSignal = WakeupSignal()
  private let settlingSignal = WakeupSignal()
  private let stopSignal = WakeupSignal()
  private let isStopping: Locked<Bool>

  /// - Parameters:
  ///   - reviewTimeout: how long one review may take.
  ///   - masked: removes secrets from text that is stored in the queue.
  ///   - obstacle: why no build may start, such as a full disk; `nil` when builds may start.
  ///   - housekeeping: deletes expired files outside the queue; called every ``DaemonTimes/housekeeping``.
  package init(
    queue: any ReviewQueue, clients: any RepositoryClients, reviewer: any CommitReviewer, settings: DaemonSettings,
    metrics: DaemonMetrics, log: Logger, observer: any DaemonObserver = NoObserver(),
    reviewTimeout: @escaping @Sendable () -> Duration = { .seconds(7_200) },
    masked: @escaping @Sendable (String) -> String = { $0 },
    obstacle: @escaping @Sendable () async -> String? = { nil },
    housekeeping: @escaping @Sendable () async -> Void = {}
  ) {
    self.queue = queue
    self.settings = settings
    self.clients = clients
    self.metrics = metrics
    self.housekeeping = housekeeping
    self.log = log
    let wakeup = WakeupSignal()
    let isStopping = Locked(false)
    let running = RunningJobs()
    self.wakeup = wakeup
    self.isStopping = isStopping
    self.running = running
    let runner = JobRunner(
      queue: queue, clients: clients, reviewer: reviewer, policy: settings.policy, times: settings.times,
      running: running, circuits: circuits, metrics: metrics, observer: observer, log: log,
      reviewTimeout: reviewTimeout,
      onAnnounced: { [settlingSignal] in settlingSignal.signal() },
      onAvailable: { [wakeup] in wakeup.signal() }, masked: masked)
    pool = WorkerPool(
      queue: queue, runner: runner, wakeup: wakeup, isStopping: isStopping, owner: settings.owner,
      count: settings.workers, obstacle: obstacle, times: settings.times, log: log)
    reconciler = Reconciler(
      queue: queue, clients: clients, wakeup: wakeup, settling: settings.times.settling, metrics: metrics, log: log)
  }

  /// Runs until ``stop()`` is called, and returns when each running job has ended or is queued again. The caller closes
  /// the queue.
  package func run() async {
    queue.listen { [running, wakeup] change in
      if change.contains(.cancellations) { running.recheckAll() }
      if change.contains(.jobs) { wakeup.signal() }
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        let isFirst = Locked(true)
        await repeating(every: settings.times.reconciling, reconciliationSignal) {
          await reconciler.reconcile(
            comparesStatuses: isFirst.withLock { isFirst in
              defer { isFirst = false }
              return isFirst
            })
        }
      }
      group.addTask {
        await repeating(every: settings.times.housekeeping, settlingSignal) { await reconciler.settle() }
      }
      group.addTask { await repeating(every: settings.times.housekeeping, WakeupSignal()) { await runHousekeeping() } }
      group.addTask { await enforceShutdown() }
      await pool.run()
      group.cancelAll()
    }
  }

  /// Starts no further job. Running jobs have ``DaemonTimes/shutdown`` to end.
  package func stop() {
    isStopping.withLock { $0 = true }
    stopSignal.signal()
    wakeup.signal()
  }

  /// Wakes the workers after a change to the queue: a job may be ready to start, and a running one may have been
  /// cancelled.
  ///
  /// - Parameter pullRequest: the pull request of the change; `nil` when any may have changed.
  package func wake(for pullRequest: PullRequestReference?) {
    if let pullRequest { running.recheck(pullRequest) } else { running.recheckAll() }
    wakeup.signal()
  }

  /// Wakes the workers after a delivery. A review that was announced and then replaced or cancelled leaves a commit with
  /// a pending status.
  package func wake(after delivery: Delivery, _ receipt: DeliveryReceipt) {
    if case .recorded(let outcome) = receipt, outcome.kind == .queued || outcome.kind == .cancelled {
      settlingSignal.signal()
    }
    wake(for: delivery.pullRequest)
  }

  /// Reconciles now: the set of repositories has changed, or deliveries are known to be lost.
  package func reconcile() { reconciliationSignal.signal() }

  /// Updates the metrics of the queue.
  package func measure() async {
    do {
      metrics.note(try await queue.statistics(), running: running.count)
      metrics.note(unavailable: circuits.openForges, of: Set(clients.forges))
    } catch {
      log.warning("failed to read the statistics of the queue", metadata: ["error": "\(error)"])
    }
  }

  /// Calls `body` now, and then after each interval or signal.
  private func repeating(every interval: Duration, _ wakeup: WakeupSignal, _ body: @Sendable () async -> Void) async {
    while !Task.isCancelled, !isStopping.withLock({ $0 }) {
      let generation = wakeup.generation
      await body()
      await wakeup.wait(since: generation, for: interval)
    }
  }

  private func runHousekeeping() async {
    do {
      let count = try await queue.sweep()
      if count > 0 { log.info("deleted expired records", metadata: ["records": "\(count)"]) }
    } catch {
      log.warning("failed to delete expired records", metadata: ["error": "\(error)"])
    }
    await housekeeping()
  }

  private func enforceShutdown() async {
    while !isStopping.withLock({ $0 }) {
      await stopSignal.wait(since: 0, for: .seconds(3600))
      if Task.isCancelled { break }
    }
    guard !Task.isCancelled else { return }
    log.info("stopping", metadata: ["running": "\(running.count)"])
    // Ends early when the last job has ended, because the group is then cancelled.
    try? await Task.sleep(for: settings.times.shutdown)
    running.stopAll()
  }
}

/// The operator's settings for the whole daemon.
package struct DaemonSettings: Hashable, Sendable {
  /// The number of concurrent builds; at least 1.
  package var workers: Int
  /// The name of this process in the queue, such as `host:1234`.
  package var owner: String
  /// The policy that the queue was opened with.
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
