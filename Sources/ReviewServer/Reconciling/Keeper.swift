// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import Logging
import ReviewContract

/// Reconciles the queue with the forges, requests missing final statuses and deletes expired records, while this
/// process is the keeper of the queue.
///
/// A process that becomes the keeper begins with all of these tasks: its predecessor may have stopped at any point, or
/// the database may have failed over to a copy that lacks the last changes.
struct Keeper: Sendable {
  let queue: any ReviewQueue
  let discovery: Discovery
  let reconciler: Reconciler
  let times: DaemonTimes
  /// Signals that a reconciliation is due.
  let reconciliation: WakeupSignal
  /// Signals that a commit may need a final status.
  let settling: WakeupSignal
  let outage: QueueOutage
  let log: Logger
  private let state = Locked<KeeperTerm?>(nil)

  /// Whether this process was the keeper at its last check.
  var isKeeping: Bool { state.withLock { $0 != nil } }

  /// Runs until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      if let term = await becomeKeeper() {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await reconcile() }
          group.addTask { await discover() }
          group.addTask { await repeating(every: times.settlingInterval, settling) { await reconciler.settle() } }
          group.addTask { await repeating(every: times.housekeeping, WakeupSignal()) { await sweep() } }
          repeat { await pause() } while await becomeKeeper() == term
          group.cancelAll()
        }
      } else {
        await pause()
      }
    }
  }

  /// - Returns: `nil` if another process is the keeper, after an error, and when the task is cancelled.
  private func becomeKeeper() async -> KeeperTerm? {
    var term: KeeperTerm?
    do throws(QueueError) {
      if !Task.isCancelled { term = try await queue.becomeKeeper() }
    } catch {
      outage.failed("failed to determine the keeper of the queue", error)
    }
    let was = state.withLock { state in
      defer { state = term }
      return state
    }
    if term != was, !Task.isCancelled {
      log.notice(term == nil ? "this process is no longer the keeper" : "this process is now the keeper")
    }
    return term
  }

  private func reconcile() async {
    var last: Int?
    while !Task.isCancelled {
      let generation = reconciliation.generation
      // A signal says that the set of repositories may have changed.
      await discovery.list(onlyMissing: last == generation)
      let isFirst = last == nil
      let failed = await reconciler.reconcile(comparesStatuses: isFirst).failed
      last = generation
      await wait(since: generation, retrying: failed, comparesStatuses: isFirst)
    }
  }

  /// Waits for the next reconciliation, and reads the repositories that failed again in the meantime: a forge that is
  /// restarted, or a secret that is being replaced, does not delay their reviews by the whole interval.
  private func wait(
    since generation: Int, retrying failed: Set<RepositoryReference>, comparesStatuses: Bool
  ) async {
    var (failed, pause, remaining) = (failed, times.reconcilingAgain, times.reconciling)
    while !failed.isEmpty, pause < remaining {
      await reconciliation.wait(since: generation, for: pause)
      guard reconciliation.generation == generation, !Task.isCancelled else { return }
      failed = await reconciler.reconcile(only: failed, comparesStatuses: comparesStatuses).failed
      (pause, remaining) = (pause * 2, remaining - pause)
    }
    await reconciliation.wait(since: generation, for: remaining)
  }

  /// Lists the repositories at intervals, and has them reconciled when the list has changed. The first time, they are
  /// listed before they are reconciled.
  private func discover() async {
    while !Task.isCancelled {
      // Ends early only when the task is cancelled.
      try? await Task.sleep(for: times.discovering)
      if !Task.isCancelled, await discovery.list() { reconciliation.signal() }
    }
  }

  private func sweep() async {
    do {
      let count = try await queue.sweep()
      if count > 0 { log.info("deleted expired records", metadata: ["records": .stringConvertible(count)]) }
    } catch {
      log.failure("failed to delete expired records", error)
    }
  }

  /// Ends early only when the task is cancelled.
  private func pause() async { try? await Task.sleep(for: times.keeping) }

  /// Calls `body` now, and then after each interval or signal.
  private func repeating(every interval: Duration, _ wakeup: WakeupSignal, _ body: @Sendable () async -> Void) async {
    while !Task.isCancelled {
      let generation = wakeup.generation
      await body()
      await wakeup.wait(since: generation, for: interval)
    }
  }
}
