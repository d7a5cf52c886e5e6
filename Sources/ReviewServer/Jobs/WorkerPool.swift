// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import Logging
import ReviewContract

/// Claims jobs and runs a number of them concurrently, until the daemon stops.
struct WorkerPool: Sendable {
  let queue: any ReviewQueue
  let runner: JobRunner
  let wakeup: WakeupSignal
  let isStopping: Locked<Bool>
  /// The name of this process in the queue.
  let owner: String
  let labels: Set<WorkerLabel>
  let machine: String?
  /// The number of workers that build code.
  let count: Int
  /// The number of workers for commands, approvals and statuses, because a build can take hours.
  let commandCount: Int
  /// Why no build may start; `nil` when builds may start.
  let obstacle: @Sendable () async -> String?
  let times: DaemonTimes
  let outage: QueueOutage
  let log: Logger

  /// Returns when all workers have ended their jobs.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { await work(.builds) } }
      for _ in 0..<commandCount { group.addTask { await work(.commands) } }
    }
  }

  private func work(_ lane: ClaimScope.Lane) async {
    // Logged once: it may last for days, and readiness and metrics report it throughout.
    var isObstructed = false
    while !isStopping.withLock({ $0 }), !Task.isCancelled {
      let generation = wakeup.generation
      let obstacle = lane == .builds ? await obstacle() : nil
      if let obstacle, !isObstructed { log.error("not starting jobs", metadata: ["reason": "\(obstacle)"]) }
      if obstacle == nil, isObstructed { log.notice("starting jobs again") }
      isObstructed = obstacle != nil
      guard !isObstructed else {
        await wakeup.wait(since: generation, for: times.afterFailure)
        continue
      }
      do throws(QueueError) {
        var scope = ClaimScope(lane: lane, labels: labels, machine: machine)
        runner.circuits.exclude(from: &scope, at: try await queue.now)
        let lease = try await queue.claim(by: owner, scope)
        outage.succeeded()
        if let lease {
          runner.circuits.began(lease.job.pullRequest.repository)
          await runner.run(lease)
          // A job that waited for this one, such as a newer head, can start now.
          wakeup.signal()
        } else {
          await wakeup.wait(since: generation, for: try await sleep())
        }
      } catch {
        outage.failed("failed to claim a job", error)
        await wakeup.wait(since: generation, for: times.afterFailure)
      }
    }
  }

  private func sleep() async throws(QueueError) -> Duration {
    guard let due = try await queue.nextDue() else { return times.polling }
    return min(max(due - (try await queue.now), .milliseconds(10)), times.polling)
  }
}

/// Wakes tasks that wait for an event.
final class WakeupSignal: Sendable {
  private struct State {
    var generation = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Locked(State())

  /// The number of signals so far. A task that reads it before it looks for work, and then waits since that value,
  /// misses no signal.
  var generation: Int { state.withLock { $0.generation } }

  func signal() {
    let waiters = state.withLock { state in
      state.generation += 1
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns after a signal later than `generation`, after the time, or when the task is cancelled.
  func wait(since generation: Int, for time: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.nextSignal(since: generation) }
      // Ends early only when it is cancelled, because a signal came first.
      group.addTask { try? await Task.sleep(for: time) }
      await group.next()
      group.cancelAll()
    }
  }

  private func nextSignal(since generation: Int) async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.generation == generation, !Task.isCancelled else { return true }
          state.waiters[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}
