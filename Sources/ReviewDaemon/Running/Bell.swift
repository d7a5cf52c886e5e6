// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

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
