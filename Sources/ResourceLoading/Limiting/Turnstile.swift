// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Lets so many in at a time, in the order in which they came.
final class Turnstile: Sendable {
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

  init(places: Int) {
    precondition(places > 0, "nobody would ever get in")
    state = Locked(State(free: places))
  }

  /// Waits for a place. Each `enter()` that does not throw needs one ``leave()``.
  func enter() async throws(TransportError) {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isIn: Bool? = state.withLock { state in
          // Inside the lock: a cancellation that came before is seen here, a later one finds the waiter.
          if Task.isCancelled { return false }
          guard state.free == 0 else {
            state.free -= 1
            return true
          }
          state.waiters.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let isIn { continuation.resume(returning: isIn) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
    guard isIn else { throw TransportError(.cancelled, "cancelled while waiting for a turn") }
  }

  /// Gives the place to the next in the line.
  func leave() {
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

/// The time of any clock, as what has passed since the timeline was made.
///
/// Instants of a clock whose type is not known cannot be compared; durations can.
struct Timeline: Sendable {
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) {
    self.clock = clock
    elapsed = Self.stopwatch(clock)
  }

  var now: Duration { elapsed() }

  /// Waits until then; not at all when then is past.
  func sleep(until then: Duration) async throws(TransportError) {
    let wait = then - now
    guard wait > .zero else { return }
    do {
      try await clock.sleep(for: wait)
    } catch {
      throw TransportError(.cancelled, "cancelled while waiting for a turn")
    }
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
