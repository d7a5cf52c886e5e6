// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Lets tests wait for a state instead of polling: the code that changes it calls ``notify()``, and the waiting test
/// evaluates its condition at the start and after each change.
package final class ChangeSignal: Sendable {
  private struct State {
    var changes = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Locked(State())

  package init() {}

  /// The number of changes so far.
  var changes: Int { state.withLock { $0.changes } }

  /// Signals a change.
  package func notify() {
    let waiters = state.withLock { state in
      state.changes += 1
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until a condition holds. It must not change the state that this signal reports.
  ///
  /// - Throws: the error of the condition, and `CancellationError`.
  package func wait(until condition: () async throws -> Bool) async throws {
    while true {
      let changes = changes
      if try await condition() { return }
      try Task.checkCancellation()
      await next(after: changes)
    }
  }

  /// Returns after a change since `changes`, or when the task is cancelled.
  func next(after changes: Int) async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.changes == changes, !Task.isCancelled else { return true }
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
