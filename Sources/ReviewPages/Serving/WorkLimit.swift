// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// A limit on expensive work at the same time. It holds also for requests whose clients have closed the connection.
final class WorkLimit: Sendable {
  private struct State {
    var running = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let places: Int
  private let queue: Int
  private let state = Locked(State())

  /// - Parameters:
  ///   - places: the operations that run at once.
  ///   - queue: those that wait; further ones are refused.
  init(places: Int, queue: Int) {
    self.places = places
    self.queue = queue
  }

  /// - Throws: ``PageRefusal/busy`` if too many operations wait.
  func run<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await enter()
    defer { leave() }
    return try await body()
  }

  private func enter() async throws {
    let mayRun: Bool? = state.withLock { state in
      if state.running < places {
        state.running += 1
        return true
      }
      return state.waiting.count < queue ? false : nil
    }
    guard let mayRun else { throw PageRefusal.busy }
    if mayRun { return }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        // A place can have become free since.
        guard state.running == places else {
          state.running += 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      // The place passes to the next operation.
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    next?.resume()
  }
}

/// A limit on the number of events in a minute.
final class RateLimit: Sendable {
  private struct State {
    var minute: Int64 = 0
    var count = 0
  }

  private let perMinute: Int
  private let uptime: @Sendable () -> Duration
  private let state = Locked(State())

  init(perMinute: Int, uptime: @escaping @Sendable () -> Duration) {
    self.perMinute = perMinute
    self.uptime = uptime
  }

  /// - Returns: `false` when the minute has no more.
  func take() -> Bool {
    let minute = uptime().components.seconds / 60
    return state.withLock { state in
      if state.minute != minute { state = State(minute: minute) }
      guard state.count < perMinute else { return false }
      state.count += 1
      return true
    }
  }
}

/// A limit on live pages, which have a connection for as long as a review runs.
final class StreamLimit: Sendable {
  /// A place, which is free again when the value is gone.
  final class Place: Sendable {
    private let limit: StreamLimit

    fileprivate init(_ limit: StreamLimit) { self.limit = limit }

    deinit { limit.count.withLock { $0 -= 1 } }
  }

  private let most: Int
  private let count = Locked(0)
  private let isStopRequested = Locked(false)

  init(_ most: Int) { self.most = most }

  /// Whether live pages are to end, because the server stops: their browsers connect to the next one.
  var isStopping: Bool { isStopRequested.withLock { $0 } }

  func stop() { isStopRequested.withLock { $0 = true } }

  /// - Throws: ``PageRefusal/busy`` if there is no place; the script of the page tries again.
  func take() throws -> Place {
    let isFree = count.withLock { count in
      guard count < most else { return false }
      count += 1
      return true
    }
    guard isFree else { throw PageRefusal.busy }
    return Place(self)
  }
}
