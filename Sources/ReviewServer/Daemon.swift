// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import JobQueue
package import Logging
import ReviewContract

/// The part of the daemon that runs jobs, reconciles the queue with the forges and deletes expired records, as far as
/// the process has these roles. The other part, ``IntakeServer``, receives webhook deliveries.
package struct Daemon: Sendable {
  private let queue: any ReviewQueue
  /// `nil` in a process that is not a worker.
  private let pool: WorkerPool?
  private let keeper: Keeper
  private let housekeeping: @Sendable () async -> Void
  private let settings: DaemonSettings
  private let running: RunningJobs
  private let circuits = CircuitBreakers()
  private let clients: any RepositoryClients
  private let metrics: DaemonMetrics
  /// Reports outages of the queue.
  package let outage: QueueOutage
  private let log: Logger

  /// Signals that there may be a job to claim.
  private let wakeup: WakeupSignal
  private let reconciliationSignal: WakeupSignal
  private let settlingSignal: WakeupSignal
  private let stopSignal = WakeupSignal()
  private let isStopping: Locked<Bool>

  /// - Parameters:
  ///   - reviewer: `nil` in a process that is not a worker, independent of its roles.
  ///   - reviewTimeout: how long one review may take.
  ///   - masked: removes secrets from text that is stored in the queue.
  ///   - obstacle: why no build may start, such as a full disk; `nil` when builds may start.
  ///   - housekeeping: deletes expired files outside the queue; called every ``DaemonTimes/housekeeping``.
  package init(
    queue: any ReviewQueue, clients: any RepositoryClients, reviewer: (any CommitReviewer)?, settings: DaemonSettings,
    metrics: DaemonMetrics, log: Logger,
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
    let (reconciliationSignal, settlingSignal) = (WakeupSignal(), WakeupSignal())
    let isStopping = Locked(false)
    let running = RunningJobs()
    self.reconciliationSignal = reconciliationSignal
    self.settlingSignal = settlingSignal
    self.wakeup = wakeup
    self.isStopping = isStopping
    self.running = running
    let outage = QueueOutage(metrics: metrics, log: log)
    self.outage = outage
    pool = reviewer.map { [circuits] reviewer in
      let runner = JobRunner(
        queue: queue, clients: clients, reviewer: reviewer, times: settings.times,
        running: running, circuits: circuits, metrics: metrics, log: log,
        pages: settings.pages, reviewTimeout: reviewTimeout,
        onAnnounced: { settlingSignal.signal() },
        onAvailable: { wakeup.signal() }, masked: masked)
      return WorkerPool(
        queue: queue, runner: runner, wakeup: wakeup, isStopping: isStopping, owner: settings.owner,
        labels: settings.labels, machine: settings.machine, count: settings.workers,
        commandCount: settings.commandWorkers, obstacle: obstacle, times: settings.times, outage: outage, log: log)
    }
    let discovery = Discovery(clients: clients, metrics: metrics, log: log)
    keeper = Keeper(
      queue: queue, discovery: discovery,
      reconciler: Reconciler(
        queue: queue, clients: clients, discovery: discovery, wakeup: wakeup, settling: settings.times.settling,
        metrics: metrics, log: log, circuits: circuits),
      times: settings.times, reconciliation: reconciliationSignal, settling: settlingSignal, outage: outage, log: log)
  }

  /// Runs until ``stop()`` is called, and returns when each running job has ended or is queued again. The caller closes
  /// the queue.
  package func run() async {
    queue.listen { [self] change in
      if change.contains(.cancellations) { running.recheckAll() }
      if change.contains(.jobs) { wakeup.signal() }
      if change.contains(.repositories) { reconciliationSignal.signal() }
    }
    await withTaskGroup(of: Void.self) { group in
      if settings.roles.contains(.keeper) { group.addTask { await keep() } }
      group.addTask { await runHousekeeping() }
      group.addTask { await enforceShutdown() }
      if let pool { await pool.run() } else { await waitForStop() }
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

  /// Wakes the workers after a delivery. A review that was announced and then replaced or cancelled leaves a commit
  /// with a pending status.
  package func wake(after delivery: Delivery, _ receipt: DeliveryReceipt) {
    if case .recorded(let outcome) = receipt, outcome.kind == .queued || outcome.kind == .cancelled {
      settlingSignal.signal()
    }
    wake(for: delivery.pullRequest)
  }

  /// Requests an immediate reconciliation by the keeper, because the set of repositories has changed or deliveries are
  /// known to be lost.
  package func reconcile() {
    reconciliationSignal.signal()
    queue.notifyOthers(of: .repositories)
  }

  /// Updates the metrics. Only the keeper records those of the queue, so that they are counted once.
  package func measure() async {
    metrics.note(running: running.count)
    metrics.note(unavailable: circuits.openForges, of: Set(clients.forges))
    do throws(QueueError) {
      metrics.note(keeper.isKeeping ? try await queue.statistics() : nil)
    } catch {
      outage.failed("failed to read its statistics", error)
    }
  }

  /// The outages of forges that this process observes.
  package var outages: ForgeOutages {
    ForgeOutages(unavailable: unavailableForges, configured: Set(clients.forges))
  }

  /// The forges that do not answer this process.
  package var unavailableForges: Set<String> { circuits.unavailableForges }

  /// The credentials that forges reject, or that cannot be read, for operators.
  package var credentialNotes: [String] { circuits.credentialNotes }

  /// Asks the forge whether a pull request exists, for at most ten seconds.
  package func check(_ pullRequest: PullRequestReference) async -> PullRequestCheck {
    await withTaskGroup(of: PullRequestCheck.self) { group in
      group.addTask {
        do {
          let client = try clients.client(for: pullRequest.repository)
          _ = try await client?.pullRequest(pullRequest.number, isAnnounced: false)
          return client == nil ? .unknown : .exists
        } catch {
          return (error as? ForgeError)?.code == .notFound ? .missing : .unknown
        }
      }
      group.addTask {
        // Ends early only when it is cancelled, because the forge answered.
        try? await Task.sleep(for: .seconds(10))
        return .unknown
      }
      defer { group.cancelAll() }
      return await group.next() ?? .unknown
    }
  }

  private func runHousekeeping() async {
    while !Task.isCancelled {
      await housekeeping()
      // Ends early only when it is cancelled.
      try? await Task.sleep(for: settings.times.housekeeping)
    }
  }

  /// Runs the keeper until ``stop()`` is called, and not until the last review has ended.
  private func keep() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await keeper.run() }
      await waitForStop()
      group.cancelAll()
    }
  }

  private func waitForStop() async {
    while !isStopping.withLock({ $0 }), !Task.isCancelled { await stopSignal.wait(since: 0, for: .seconds(3600)) }
  }

  private func enforceShutdown() async {
    await waitForStop()
    guard !Task.isCancelled else { return }
    log.info("stopping", metadata: ["running": .stringConvertible(running.count)])
    // Ends early when the last job has ended, because the group is then cancelled.
    try? await Task.sleep(for: settings.times.shutdown)
    running.stopAll()
  }
}
