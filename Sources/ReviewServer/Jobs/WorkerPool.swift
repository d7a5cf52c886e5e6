// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import Logging
import ReviewContract

/// Claims jobs and has them done, some at a time, until it is asked to stop.
struct WorkerPool: Sendable {
  let queue: any ReviewQueue
  let runner: JobRunner
  let bell: Bell
  let isStopping: Locked<Bool>
  /// How this process calls itself in the queue.
  let owner: String
  let count: Int
  /// Why nothing new may start; `nil` when it may.
  let obstacle: @Sendable () async -> String?
  let times: DaemonTimes
  let log: Logger

  /// However long nothing is due, the queue is looked at this often.
  private static let longestSleep = Duration.seconds(60)

  /// Returns when all workers have ended what they did.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { await work() } }
    }
  }

  private func work() async {
    // Told once: it may last for days, and readiness and metrics go on telling.
    var isHindered = false
    while !isStopping.withLock({ $0 }), !Task.isCancelled {
      let rings = bell.rings
      let obstacle = await obstacle()
      if let obstacle, !isHindered { log.error("nothing new is started", metadata: ["reason": "\(obstacle)"]) }
      if obstacle == nil, isHindered { log.notice("jobs are started again") }
      isHindered = obstacle != nil
      guard !isHindered else {
        await bell.wait(since: rings, for: times.afterFailure)
        continue
      }
      do throws(QueueError) {
        if let lease = try await queue.claim(by: owner) {
          await runner.run(lease)
          // What waited for this one, such as a newer head, can start now.
          bell.ring()
        } else {
          await bell.wait(since: rings, for: try await sleep())
        }
      } catch {
        log.error("the queue cannot be asked", metadata: ["error": "\(error)"])
        await bell.wait(since: rings, for: times.afterFailure)
      }
    }
  }

  private func sleep() async throws(QueueError) -> Duration {
    guard let due = try await queue.nextDue() else { return Self.longestSleep }
    return min(max(due - queue.now, .milliseconds(10)), Self.longestSleep)
  }
}

/// Wakes tasks that wait for something to happen.
final class Bell: Sendable {
  private struct State {
    var rings = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Locked(State())

  /// How often it was rung. Who remembers it before looking for work misses no ring.
  var rings: Int { state.withLock { $0.rings } }

  func ring() {
    let waiters = state.withLock { state in
      state.rings += 1
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when it was rung since, after the time, or when the task is cancelled.
  func wait(since rings: Int, for time: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.ringing(since: rings) }
      // Ends early only when it is cancelled, because the bell was faster.
      group.addTask { try? await Task.sleep(for: time) }
      await group.next()
      group.cancelAll()
    }
  }

  private func ringing(since rings: Int) async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.rings == rings, !Task.isCancelled else { return true }
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
