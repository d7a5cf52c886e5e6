// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// A counting semaphore for tasks, which wakes waiters in the order of their arrival.
final class AsyncSemaphore: Sendable {
  private struct Waiter: Sendable {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State: Sendable {
    var free: Int
    var waiters: [Waiter] = []
    var lastNumber = 0
  }

  private let state: Locked<State>

  /// - Parameter value: the number of tasks that can hold it at a time; at least one.
  init(value: Int) {
    precondition(value > 0, "a semaphore of \(value) would block forever")
    state = Locked(State(free: value))
  }

  /// Acquires it. Each `wait()` that does not throw needs one ``signal()``.
  ///
  /// - Throws: ``TransportError`` with `cancelled` when the task is cancelled while it waits.
  func wait() async throws(TransportError) {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let isAcquired = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAcquired: Bool? = state.withLock { state in
          // Inside the lock: an earlier cancellation is detected here, a later one finds the waiter.
          if Task.isCancelled { return false }
          guard state.free == 0 else {
            state.free -= 1
            return true
          }
          state.waiters.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let isAcquired { continuation.resume(returning: isAcquired) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
    guard isAcquired else { throw TransportError(.cancelled, "cancelled while waiting for a turn") }
  }

  /// Releases it, and wakes the first waiter.
  func signal() {
    let next = state.withLock { state -> Waiter? in
      if state.waiters.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}

/// The time of any clock, as the duration since the creation of the value.
///
/// Instants of a clock whose type is not known cannot be compared; durations can.
package struct Stopwatch: Sendable {
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration

  package init(_ clock: any Clock<Duration>) {
    self.clock = clock
    elapsed = Self.stopwatch(clock)
  }

  package var now: Duration { elapsed() }

  func sleep(for duration: Duration) async throws(TransportError) {
    do {
      try await clock.sleep(for: duration)
    } catch {
      throw TransportError(.cancelled, "cancelled while waiting for a turn")
    }
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
